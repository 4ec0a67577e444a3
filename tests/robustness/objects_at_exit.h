// Support for processes that end without releasing their objects, which LeakSanitizer would report.
#pragma once

namespace lanewise::test {

/// Declares that objects which are not released at the end of this process are no leaks.
void allow_objects_at_exit();

}  // namespace lanewise::test

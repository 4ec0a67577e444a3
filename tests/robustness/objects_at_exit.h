// Support for processes that end without releasing their objects. LeakSanitizer would report these objects.
#pragma once

namespace lanewise::test {

/// Says that objects which this process does not release are no leaks.
void allow_objects_at_exit();

}  // namespace lanewise::test

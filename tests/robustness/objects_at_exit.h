// Support for processes that end without releasing their objects. LeakSanitizer would report these objects.
#pragma once

namespace lanewise::test {

/// Tells LeakSanitizer that objects which this process does not release are not leaks.
void allow_objects_at_exit();

}  // namespace lanewise::test

#include "objects_at_exit.h"

namespace {
bool are_allowed = false;
}

/// LeakSanitizer calls this function before it looks for leaks. If the function returns 1, LeakSanitizer does not look
/// for leaks.
extern "C" __attribute__((visibility("default"))) int __lsan_is_turned_off() { return are_allowed ? 1 : 0; }

namespace lanewise::test {

void allow_objects_at_exit() { are_allowed = true; }

}  // namespace lanewise::test

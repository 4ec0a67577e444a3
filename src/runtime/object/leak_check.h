// LeakSanitizer does not look for pointers in the object heap (which is what makes it find leaked objects:
// what they own is reachable from nowhere). What lives there as long as the process is told to it.
// Does nothing without the sanitizer.
#pragma once

#include <cstddef>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LANEWISE_CHECKS_LEAKS
#include <sanitizer/lsan_interface.h>
#endif
#endif

namespace lanewise::runtime {

/// What the `bytes` at `object` point to is no leak.
inline void lives_forever([[maybe_unused]] const void* object, [[maybe_unused]] std::size_t bytes) {
#if defined(LANEWISE_CHECKS_LEAKS)
    __lsan_register_root_region(object, bytes);
#endif
}

}  // namespace lanewise::runtime

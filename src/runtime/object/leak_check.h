// LeakSanitizer does not look for pointers in the object heap (which is what makes it find leaked objects:
// what they own is reachable from nowhere). What lives there as long as the process is told to it. The sanitizer may be
// the application's alone. Does nothing without one.
#pragma once

#include <cstddef>

extern "C" [[gnu::weak]] void __lsan_register_root_region(const void* begin, std::size_t bytes);

namespace lanewise::runtime {

/// What the `bytes` at `object` point to is no leak.
inline void lives_forever(const void* object, std::size_t bytes) noexcept {
    if (&__lsan_register_root_region != nullptr) __lsan_register_root_region(object, bytes);
}

}  // namespace lanewise::runtime

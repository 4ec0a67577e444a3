// Tells LeakSanitizer about objects that live until the process ends. LeakSanitizer does not search the object heap for
// pointers. It can thus find leaked objects, since no pointer to the memory that they own is found. Objects that live
// for ever are therefore registered as roots. Only the application may have been linked with the sanitizer; without a
// sanitizer nothing happens.
#pragma once

#include <cstddef>

extern "C" [[gnu::weak]] void __lsan_register_root_region(const void* begin, std::size_t bytes);

namespace lanewise::runtime {

/// Registers the `bytes` at `object` as a root: memory to which they point is not reported as a leak.
inline void lives_forever(const void* object, std::size_t bytes) noexcept {
    if (&__lsan_register_root_region != nullptr) __lsan_register_root_region(object, bytes);
}

}  // namespace lanewise::runtime

// Tells LeakSanitizer about objects that live until the process ends. LeakSanitizer does not look for pointers in the
// object heap, and this is how it finds leaked objects: the memory that they own is reachable from nowhere. Objects
// that live for ever are therefore registered as roots. Only the application may have been linked with the sanitizer;
// without a sanitizer nothing happens.
#pragma once

#include <cstddef>

extern "C" [[gnu::weak]] void __lsan_register_root_region(const void* begin, std::size_t bytes);

namespace lanewise::runtime {

/// Registers the `bytes` at `object` as a root: memory that they point to is no leak.
inline void lives_forever(const void* object, std::size_t bytes) noexcept {
    if (&__lsan_register_root_region != nullptr) __lsan_register_root_region(object, bytes);
}

}  // namespace lanewise::runtime

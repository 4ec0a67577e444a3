// Tells LeakSanitizer about objects that live until the process ends. LeakSanitizer does not search the object heap for
// pointers. If an object leaks, no pointer to the memory that it owns is found, so LeakSanitizer reports the memory.
// Objects that live for ever must therefore be registered as roots. The sanitizer may be linked to the application and
// not to the driver. It is therefore looked up at run time; without a sanitizer nothing happens.
#pragma once

#include <cstddef>

extern "C" [[gnu::weak]] void __lsan_register_root_region(const void* begin, std::size_t bytes);

namespace lanewise::runtime {

/// Registers the `bytes` at `object` as a root. If a pointer in these bytes points to a block of memory, the block is
/// not reported as a leak.
inline void lives_forever(const void* object, std::size_t bytes) noexcept {
    if (&__lsan_register_root_region != nullptr) __lsan_register_root_region(object, bytes);
}

}  // namespace lanewise::runtime

// Tells LeakSanitizer about objects that live until the process ends. LeakSanitizer does not search the object heap for
// pointers. It therefore reports memory to which only objects in this heap point. If these objects leak, the report is
// right. Objects that live for ever must be registered as roots, which prevents the report. The sanitizer may be linked
// to the application and not to the driver, so its function is looked up at run time; without a sanitizer nothing
// happens.
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

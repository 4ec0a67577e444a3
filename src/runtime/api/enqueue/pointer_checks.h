// Checks of fills and copies whose arguments are pointers (shared virtual memory, unified shared memory). Pointers to
// any memory of the process are valid, since the device can access all of this memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "device/kernel/transfer.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/object/error.h"

namespace lanewise::runtime::api {

/// Returns the fill. Throws CL_INVALID_VALUE unless the arguments are valid; `name` is the name of the argument
/// `destination` in the specification.
inline device::FillJob check_pointer_fill(const char* name, void* destination, const void* pattern,
                                          std::size_t pattern_size, std::size_t size) {
    check(destination, CL_INVALID_VALUE, "{} is null. Pass the memory to fill.", name);
    check_pattern(pattern, pattern_size);
    // clEnqueueSVMMemFill: "CL_INVALID_VALUE if svm_ptr is not aligned to pattern_size bytes"; "if size is not a
    // multiple of pattern_size". clEnqueueMemFillINTEL has the same sentences.
    check(reinterpret_cast<std::uintptr_t>(destination) % pattern_size == 0, CL_INVALID_VALUE,
          "{} is not aligned to pattern_size ({} bytes).", name, pattern_size);
    check(size % pattern_size == 0, CL_INVALID_VALUE, "size ({} bytes) is no multiple of pattern_size ({} bytes).",
          size, pattern_size);
    return {static_cast<std::byte*>(destination), size, pattern, pattern_size};
}

/// Returns the copy. Throws CL_INVALID_VALUE for null pointers, and CL_MEM_COPY_OVERLAP for overlapping ranges.
inline device::CopyJob check_pointer_copy(void* destination, const void* source, std::size_t size) {
    check(destination && source, CL_INVALID_VALUE, "dst_ptr or src_ptr is null. Pass memory for both.");
    const auto to = reinterpret_cast<std::uintptr_t>(destination), from = reinterpret_cast<std::uintptr_t>(source);
    // "CL_MEM_COPY_OVERLAP if the values specified for dst_ptr, src_ptr and size result in an overlapping copy"
    check(size <= (to < from ? from - to : to - from), CL_MEM_COPY_OVERLAP,
          "The {} bytes at src_ptr and at dst_ptr overlap. Copy through other memory, or use ranges that do not "
          "overlap.",
          size);
    return {static_cast<std::byte*>(destination), static_cast<const std::byte*>(source), size};
}

}  // namespace lanewise::runtime::api

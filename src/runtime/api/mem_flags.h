// Checks of cl_mem_flags and cl_map_flags that several entry points share.
#pragma once

#include <bit>

#include "runtime/object/error.h"

namespace lanewise::runtime::api {

inline constexpr cl_mem_flags kernel_access_flags = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags host_access_flags =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
inline constexpr cl_mem_flags host_pointer_flags = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// At most one of the flags in `exclusive` is set.
constexpr bool at_most_one(cl_bitfield flags, cl_bitfield exclusive) { return std::popcount(flags & exclusive) <= 1; }

// Section 5.2.1, memory flags: what is mutually exclusive, and that nothing else may be set.
inline void check_buffer_flags(cl_mem_flags flags) {
    const bool use_host_ptr = (flags & CL_MEM_USE_HOST_PTR) != 0;
    const bool other_host_ptr = (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    check((flags & ~(kernel_access_flags | host_access_flags | host_pointer_flags)) == 0, CL_INVALID_VALUE,
          "flags holds a bit that buffers do not have");
    check(at_most_one(flags, kernel_access_flags), CL_INVALID_VALUE, "flags holds more than one kernel access");
    check(at_most_one(flags, host_access_flags), CL_INVALID_VALUE, "flags holds more than one host access");
    check(!(use_host_ptr && other_host_ptr), CL_INVALID_VALUE,
          "CL_MEM_USE_HOST_PTR excludes CL_MEM_ALLOC_HOST_PTR and CL_MEM_COPY_HOST_PTR");
}

// Section 5.5.2, map flags: "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually
// exclusive."
inline void check_map_flags(cl_map_flags flags) {
    constexpr cl_map_flags all = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    check((flags & ~all) == 0, CL_INVALID_VALUE, "map_flags holds an unknown bit");
    check((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0 || flags == CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_VALUE,
          "CL_MAP_WRITE_INVALIDATE_REGION excludes the other map flags");
}

inline bool maps_for_writing(cl_map_flags flags) {
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
}

// Section 5.5.4, migration flags.
inline void check_migration_flags(cl_mem_migration_flags flags) {
    constexpr cl_mem_migration_flags all = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    check((flags & ~all) == 0, CL_INVALID_VALUE, "flags holds an unknown bit");
}

}  // namespace lanewise::runtime::api

// Checks of cl_mem_flags, cl_map_flags and related arguments, for several entry points.
#pragma once

#include <bit>

#include "runtime/object/error.h"

namespace lanewise::runtime::api {

inline constexpr cl_mem_flags kernel_access_flags = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_READ_ONLY;
inline constexpr cl_mem_flags host_access_flags =
    CL_MEM_HOST_WRITE_ONLY | CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_NO_ACCESS;
inline constexpr cl_mem_flags host_pointer_flags = CL_MEM_USE_HOST_PTR | CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR;

/// Returns whether at most one of the flags in `exclusive` is set.
constexpr bool at_most_one(cl_bitfield flags, cl_bitfield exclusive) { return std::popcount(flags & exclusive) <= 1; }

// Checks memory flags (section 5.2.1): all flags must be known, and flags that exclude each other must not be combined.
inline void check_memory_flags(cl_mem_flags flags) {
    const bool use_host_ptr = (flags & CL_MEM_USE_HOST_PTR) != 0;
    const bool other_host_ptr = (flags & (CL_MEM_ALLOC_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    constexpr cl_mem_flags known = kernel_access_flags | host_access_flags | host_pointer_flags | CL_MEM_IMMUTABLE_EXT;
    check((flags & ~known) == 0, CL_INVALID_VALUE,
          "flags is {}, which has a bit that is no CL_MEM_* flag of this function.", Hex{flags});
    check(at_most_one(flags, kernel_access_flags), CL_INVALID_VALUE,
          "flags is {}, with more than one of CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY and CL_MEM_READ_ONLY. Pass at most "
          "one.",
          Hex{flags});
    check(at_most_one(flags, host_access_flags), CL_INVALID_VALUE,
          "flags is {}, with more than one of CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY and CL_MEM_HOST_NO_ACCESS. "
          "Pass at most one.",
          Hex{flags});
    check(!(use_host_ptr && other_host_ptr), CL_INVALID_VALUE,
          "flags is {}, with CL_MEM_USE_HOST_PTR and CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR. Pass "
          "CL_MEM_USE_HOST_PTR without the other two.",
          Hex{flags});
    // cl_ext_immutable_memory_objects: CL_INVALID_VALUE "if CL_MEM_IMMUTABLE_EXT is set in flags and CL_MEM_READ_WRITE,
    // CL_MEM_WRITE_ONLY, or CL_MEM_HOST_WRITE_ONLY is set in flags"
    constexpr cl_mem_flags writing = CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY;
    check((flags & CL_MEM_IMMUTABLE_EXT) == 0 || (flags & writing) == 0, CL_INVALID_VALUE,
          "flags is {}, with CL_MEM_IMMUTABLE_EXT and CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY or CL_MEM_HOST_WRITE_ONLY. "
          "Leave the other flag out: an immutable object is never written.",
          Hex{flags});
}

// Checks the flags of an immutable object with memory of its own. cl_ext_immutable_memory_objects: CL_INVALID_VALUE "if
// CL_MEM_IMMUTABLE_EXT is set in flags and none of the following conditions are met: CL_MEM_COPY_HOST_PTR or
// CL_MEM_USE_HOST_PTR is set in flags".
inline void check_immutable_contents(cl_mem_flags flags) {
    check((flags & CL_MEM_IMMUTABLE_EXT) == 0 || (flags & (CL_MEM_COPY_HOST_PTR | CL_MEM_USE_HOST_PTR)) != 0,
          CL_INVALID_VALUE,
          "flags is {}, with CL_MEM_IMMUTABLE_EXT but without CL_MEM_COPY_HOST_PTR or CL_MEM_USE_HOST_PTR. Set one of "
          "the two: nothing can be written to the object later.",
          Hex{flags});
}

// Checks the flags of an object that shares the memory of another object, the parent (sections 5.2.1 and 5.3.1).
// "CL_INVALID_VALUE if flags specifies CL_MEM_USE_HOST_PTR or CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR", and if
// the parent "was created with X and flags specifies Y". The object therefore permits no access that the flags of the
// parent forbid.
inline void check_shared_memory_flags(cl_mem_flags parent, cl_mem_flags flags) {
    check((flags & host_pointer_flags) == 0, CL_INVALID_VALUE,
          "flags is {}, with CL_MEM_USE_HOST_PTR, CL_MEM_ALLOC_HOST_PTR or CL_MEM_COPY_HOST_PTR. Leave them out: the "
          "object uses the memory of another one.",
          Hex{flags});
    check_memory_flags(flags);
    const auto refuse = [&](cl_mem_flags created_with, cl_mem_flags refused) {
        check((parent & created_with) == 0 || (flags & refused) == 0, CL_INVALID_VALUE,
              "flags is {}, which allows more access than the flags of the object whose memory it uses ({}).",
              Hex{flags}, Hex{parent});
    };
    refuse(CL_MEM_WRITE_ONLY, CL_MEM_READ_WRITE | CL_MEM_READ_ONLY);
    refuse(CL_MEM_READ_ONLY, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY);
    refuse(CL_MEM_HOST_WRITE_ONLY, CL_MEM_HOST_READ_ONLY);
    refuse(CL_MEM_HOST_READ_ONLY, CL_MEM_HOST_WRITE_ONLY);
    refuse(CL_MEM_HOST_NO_ACCESS, CL_MEM_HOST_READ_ONLY | CL_MEM_HOST_WRITE_ONLY);
    // "if buffer was created with CL_MEM_IMMUTABLE_EXT and flags specifies CL_MEM_READ_WRITE, CL_MEM_WRITE_ONLY, or
    // CL_MEM_HOST_WRITE_ONLY"
    refuse(CL_MEM_IMMUTABLE_EXT, CL_MEM_READ_WRITE | CL_MEM_WRITE_ONLY | CL_MEM_HOST_WRITE_ONLY);
}

inline void check_host_ptr(cl_mem_flags flags, const void* host_ptr) {
    // "CL_INVALID_HOST_PTR if host_ptr is NULL, and CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR are set
    // in flags"; "if host_ptr is not NULL but [neither is] set in flags"
    const bool wanted = (flags & (CL_MEM_USE_HOST_PTR | CL_MEM_COPY_HOST_PTR)) != 0;
    check(!wanted || host_ptr, CL_INVALID_HOST_PTR,
          "flags has CL_MEM_USE_HOST_PTR or CL_MEM_COPY_HOST_PTR, but host_ptr is null. Pass the host memory.");
    check(wanted || !host_ptr, CL_INVALID_HOST_PTR,
          "host_ptr is given, but flags has neither CL_MEM_USE_HOST_PTR nor CL_MEM_COPY_HOST_PTR. Set one of them.");
}

// Checks map flags (section 5.5.2): "CL_MAP_READ or CL_MAP_WRITE and CL_MAP_WRITE_INVALIDATE_REGION are mutually
// exclusive."
inline void check_map_flags(cl_map_flags flags) {
    constexpr cl_map_flags all = CL_MAP_READ | CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION;
    check((flags & ~all) == 0, CL_INVALID_VALUE, "map_flags is {}, which has a bit that is no CL_MAP_* flag.",
          Hex{flags});
    check((flags & CL_MAP_WRITE_INVALIDATE_REGION) == 0 || flags == CL_MAP_WRITE_INVALIDATE_REGION, CL_INVALID_VALUE,
          "map_flags is {}, with CL_MAP_WRITE_INVALIDATE_REGION and another flag. Pass CL_MAP_WRITE_INVALIDATE_REGION "
          "alone.",
          Hex{flags});
}

inline bool maps_for_writing(cl_map_flags flags) {
    return (flags & (CL_MAP_WRITE | CL_MAP_WRITE_INVALIDATE_REGION)) != 0;
}

// Checks migration flags (section 5.5.4).
inline void check_migration_flags(cl_mem_migration_flags flags) {
    constexpr cl_mem_migration_flags all = CL_MIGRATE_MEM_OBJECT_HOST | CL_MIGRATE_MEM_OBJECT_CONTENT_UNDEFINED;
    check((flags & ~all) == 0, CL_INVALID_VALUE,
          "flags is {}, which has a bit that is no CL_MIGRATE_MEM_OBJECT_* flag.", Hex{flags});
}

}  // namespace lanewise::runtime::api

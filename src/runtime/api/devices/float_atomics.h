// The queries and capabilities of cl_ext_float_atomics 1.0.0, which the headers of Debian 12 lack.
#pragma once

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api::float_atomics {

inline constexpr cl_device_info single_capabilities = 0x4231;  // CL_DEVICE_SINGLE_FP_ATOMIC_CAPABILITIES_EXT
inline constexpr cl_device_info double_capabilities = 0x4232;  // CL_DEVICE_DOUBLE_FP_ATOMIC_CAPABILITIES_EXT
inline constexpr cl_device_info half_capabilities = 0x4233;    // CL_DEVICE_HALF_FP_ATOMIC_CAPABILITIES_EXT

enum Capability : cl_bitfield {
    global_load_store = 1 << 0,
    global_add = 1 << 1,
    global_min_max = 1 << 2,
    local_load_store = 1 << 16,
    local_add = 1 << 17,
    local_min_max = 1 << 18,
};

inline constexpr cl_bitfield all_capabilities =
    global_load_store | global_add | global_min_max | local_load_store | local_add | local_min_max;

}  // namespace lanewise::runtime::api::float_atomics

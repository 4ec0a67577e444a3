// The query and capabilities of cl_khr_kernel_clock 1.0.0, which the headers of Debian 12 lack.
#pragma once

#include "runtime/object/cl_headers.h"

namespace lanewise::runtime::api::kernel_clock {

inline constexpr cl_device_info capabilities = 0x1076;  // CL_DEVICE_KERNEL_CLOCK_CAPABILITIES_KHR

enum Scope : cl_bitfield {
    device = 1 << 0,      // CL_DEVICE_KERNEL_CLOCK_SCOPE_DEVICE_KHR
    work_group = 1 << 1,  // CL_DEVICE_KERNEL_CLOCK_SCOPE_WORK_GROUP_KHR
    sub_group = 1 << 2,   // CL_DEVICE_KERNEL_CLOCK_SCOPE_SUB_GROUP_KHR
};

inline constexpr cl_bitfield all_scopes = device | work_group | sub_group;

}  // namespace lanewise::runtime::api::kernel_clock

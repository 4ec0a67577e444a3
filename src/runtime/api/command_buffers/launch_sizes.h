// Sizes of recorded launches: copies them from the arguments of the application, and checks them.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>

#include "runtime/api/enqueue/ndrange_checks.h"
#include "runtime/graph/recorded_kernel.h"

namespace lanewise::runtime::api {

/// Copies the first `count` sizes, or does nothing if `from` is null.
inline void copy_sizes(std::array<std::size_t, 3>& to, const std::size_t* from, cl_uint count) {
    if (from) std::copy_n(from, std::min<cl_uint>(count, 3), to.begin());
}

/// Makes an NDRange from the sizes. Throws the errors of check_ndrange().
inline NDRange check_sizes(const LaunchSizes& sizes, const DeviceKernel& usual) {
    return check_ndrange(*usual.device, *usual.compiled(), sizes.work_dim, sizes.offset.data(), sizes.global.data(),
                         sizes.has_local ? sizes.local.data() : nullptr);
}

}  // namespace lanewise::runtime::api

// The sizes of sub-groups that a kernel may require (CL_DEVICE_SUB_GROUP_SIZES_INTEL), smallest first.
#pragma once

#include <array>

namespace lanewise {

inline constexpr std::array<unsigned, 3> sub_group_sizes{8, 16, 32};

}  // namespace lanewise

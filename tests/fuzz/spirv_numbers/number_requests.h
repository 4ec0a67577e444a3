// The runtime functions that kernels of random modules call. They return fixed results, and list what a kernel
// enqueues.
// Thread-safety: belongs to one thread.
#pragma once

#include <cstdint>
#include <vector>

#include "lanewise/kernel_abi.h"

namespace lanewise::fuzz {

namespace answers {
inline constexpr std::uint64_t event = 77, queue = 5, group_size = 1000, multiple = 32, sub_group_size = 16,
                               sub_groups = 3;
}

/// Stands for a marker in the list of requests. An OpenCL block is listed as the number that it captures.
inline constexpr std::uint32_t marker_request = 0x5eed;

/// new_requests() returns the functions and clears the list of requests; requests() returns the list.
const abi::RuntimeFunctions& new_requests();
const std::vector<std::uint32_t>& requests();

}  // namespace lanewise::fuzz

// Which CPUs share a NUMA node or a cache, as the operating system tells (sysfs).
// Thread-safety: free of state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "device/machine/cpu_set.h"

namespace lanewise::device {

/// From the largest to the smallest.
enum class SharedDomain : std::uint8_t { numa_node, l4_cache, l3_cache, l2_cache, l1_cache };

/// The CPUs of `cpus`, in groups that share a `domain`; empty when that is not known of one of them.
/// `system` is where sysfs shows the machine.
std::vector<CpuSet> groups_sharing(SharedDomain domain, const CpuSet& cpus,
                                   const std::filesystem::path& system = "/sys/devices/system");

}  // namespace lanewise::device

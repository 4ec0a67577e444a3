// Finds groups of CPUs that share a NUMA node or a cache, as the operating system reports them (sysfs).
//
// Thread-safety: no shared state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "device/machine/cpu/cpu_set.h"

namespace lanewise::device {

/// Domains that CPUs may share, from the largest to the smallest.
enum class SharedDomain : std::uint8_t { numa_node, l4_cache, l3_cache, l2_cache, l1_cache };

/// Divides `cpus` into groups that share a `domain`; empty if the domain of some CPU is not known. `system` is the
/// directory of sysfs that describes the machine.
std::vector<CpuSet> groups_sharing(SharedDomain domain, const CpuSet& cpus,
                                   const std::filesystem::path& system = "/sys/devices/system");

}  // namespace lanewise::device

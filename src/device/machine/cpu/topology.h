// Finds the groups of CPUs that share a NUMA node or a cache, from the operating system's sysfs.
//
// Thread-safety: no shared state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "device/machine/cpu/cpu_set.h"

namespace lanewise::device {

/// Domains that CPUs may share, from the largest to the smallest.
enum class SharedDomain : std::uint8_t { numa_node, l4_cache, l3_cache, l2_cache, l1_cache };

/// Returns all CPUs of the machine that share a `domain` with `cpu`, including CPUs that the process may not use.
/// Returns nothing if the system does not report these CPUs.
std::optional<CpuSet> sharing_cpus(SharedDomain domain, unsigned cpu,
                                   const std::filesystem::path& system = "/sys/devices/system");

/// Divides `cpus` into groups that share a `domain`; returns an empty result if the domain of any CPU is unknown.
/// `system` is the directory of sysfs that describes the machine.
std::vector<CpuSet> groups_sharing(SharedDomain domain, const CpuSet& cpus,
                                   const std::filesystem::path& system = "/sys/devices/system");

}  // namespace lanewise::device

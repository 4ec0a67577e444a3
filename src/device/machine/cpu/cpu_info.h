// Properties of the host's CPU for the queries of a device: name, cores, caches, memory, clock rate.
//
// Thread-safety: no shared state. Reading takes a while, so callers store the result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "lanewise/target.h"

namespace lanewise::device {

struct CpuInfo {
    std::string name;             // brand string, trimmed
    std::string vendor;           // "GenuineIntel", "AuthenticAMD" and so on
    std::uint32_t vendor_id = 0;  // PCI vendor id of the CPU's vendor; 0 if unknown
    Target target;                // the features of the host's CPU
    std::uint32_t cores = 1;      // number of CPUs that the affinity mask and the cgroup quota allow
    std::uint32_t cache_line_bytes = 64;
    std::uint64_t l1_data_bytes = 0;  // sizes of the caches of one core; 0 if unknown
    std::uint64_t l2_bytes = 0;
    std::uint64_t l3_bytes = 0;
    std::uint64_t memory_bytes = 0;  // physical memory, or the cgroup's limit if it is lower

    std::uint64_t largest_cache_bytes() const { return std::max({l1_data_bytes, l2_bytes, l3_bytes}); }
};

CpuInfo read_cpu_info();

/// Returns the maximum clock rate. read_cpu_info() does not read the clock rate, because this may require reading large
/// files, and few programs query the rate.
std::uint32_t max_clock_mhz(const CpuInfo& info);

}  // namespace lanewise::device

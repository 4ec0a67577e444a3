// Properties of the host CPU for the device queries: name, cores, caches, memory, clock.
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
//
// Thread-safety: free of state. Reading takes a while, so callers keep the result.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string>

#include "lanewise/target.h"

namespace lanewise::device {

struct CpuInfo {
    std::string name;             // brand string, trimmed
    std::string vendor;           // "GenuineIntel", "AuthenticAMD"...
    std::uint32_t vendor_id = 0;  // PCI vendor id of the CPU's maker, 0 when unknown
    Target target;                // the host's features
    std::uint32_t cores = 1;      // usable at once: affinity mask and cgroup quota
    std::uint32_t cache_line_bytes = 64;
    std::uint64_t l1_data_bytes = 0;  // per core; 0: unknown
    std::uint64_t l2_bytes = 0;
    std::uint64_t l3_bytes = 0;
    std::uint64_t memory_bytes = 0;  // physical, or the cgroup limit when that is less

    std::uint64_t largest_cache_bytes() const { return std::max({l1_data_bytes, l2_bytes, l3_bytes}); }
};

CpuInfo read_cpu_info();

/// Separate from read_cpu_info(), since it may have to read large files, and few programs ask.
std::uint32_t max_clock_mhz(const CpuInfo& info);

}  // namespace lanewise::device

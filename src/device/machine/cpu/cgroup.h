// Reads the limits that control groups (cgroup v1 and v2) put on this process: CPU quota and memory. A container's
// limit may be set on any ancestor of the process's own group, so all ancestors are read.
//
// Thread-safety: no shared state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lanewise::device {

struct CgroupLimits {
    std::optional<double> cpus;  // CPU time per elapsed time; nothing without a quota
    std::optional<std::uint64_t> memory_bytes;
};

/// Reads the limits. `root` replaces "/", so that tests can describe other machines.
CgroupLimits read_cgroup_limits(const std::filesystem::path& root = "/");

}  // namespace lanewise::device

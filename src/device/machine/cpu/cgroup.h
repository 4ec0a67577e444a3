// Reads the limits that control groups (cgroup v1 and v2) put on this process: CPU quota and memory. A container's
// limit may be set on the process's own group or on any ancestor, so the limits of all these groups are read.
//
// Thread-safety: no shared state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lanewise::device {

struct CgroupLimits {
    std::optional<double> cpus;  // CPU time per elapsed time; empty without a quota
    std::optional<std::uint64_t> memory_bytes;
};

/// Reads the limits. `root` is used in place of "/", so that tests can describe other machines.
CgroupLimits read_cgroup_limits(const std::filesystem::path& root = "/");

}  // namespace lanewise::device

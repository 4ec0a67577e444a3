// The limits that control groups put on this process: CPU quota and memory, cgroup v1 and v2. A container's limit may
// be set on any ancestor of the process's own group, so all ancestors are read.
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
// Thread-safety: free of state.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>

namespace lanewise::device {

struct CgroupLimits {
    std::optional<double> cpus;  // CPU seconds per second
    std::optional<std::uint64_t> memory_bytes;
};

/// `root` stands for "/", so that tests can show a made-up machine.
CgroupLimits read_cgroup_limits(const std::filesystem::path& root = "/");

}  // namespace lanewise::device

#include "device/machine/cgroup.h"

#include <algorithm>
#include <sstream>
#include <string>
#include <string_view>

#include "device/machine/text_file.h"

namespace lanewise::device {
namespace {

namespace fs = std::filesystem;

template <typename T>
void lower(std::optional<T>& limit, T value) {
    limit = limit ? std::min(*limit, value) : value;
}

/// cgroup v2: "max 100000" or "<quota> <period>", both in microseconds.
void read_cpu_max(const fs::path& group, CgroupLimits& limits) {
    const auto text = read_text_file(group / "cpu.max");
    if (!text) return;
    std::istringstream words(*text);
    double quota = 0;
    double period = 0;
    if (words >> quota >> period && quota > 0 && period > 0) lower(limits.cpus, quota / period);
}

/// cgroup v1: quota -1 means none.
void read_cfs_quota(const fs::path& group, CgroupLimits& limits) {
    const auto quota = read_number_file(group / "cpu.cfs_quota_us");
    const auto period = read_number_file(group / "cpu.cfs_period_us");
    if (!quota || !period || *quota == 0 || *period == 0) return;
    lower(limits.cpus, static_cast<double>(*quota) / static_cast<double>(*period));
}

void read_group(const fs::path& group, CgroupLimits& limits) {
    read_cpu_max(group, limits);
    read_cfs_quota(group, limits);
    for (const char* name : {"memory.max", "memory.limit_in_bytes"}) {
        if (const auto bytes = read_number_file(group / name); bytes && *bytes > 0) {
            lower(limits.memory_bytes, *bytes);
        }
    }
}

/// Reads `mount`/`path` and every group above it up to `mount` itself.
void read_group_and_ancestors(const fs::path& mount, fs::path path, CgroupLimits& limits) {
    path = path.relative_path();
    while (!path.empty()) {
        read_group(mount / path, limits);
        path = path.parent_path();
    }
    read_group(mount, limits);
}

bool names_controller(std::string_view list, std::string_view name) {
    while (!list.empty()) {
        const auto comma = list.find(',');
        if (list.substr(0, comma) == name) return true;
        if (comma == list.npos) break;
        list.remove_prefix(comma + 1);
    }
    return false;
}

}  // namespace

CgroupLimits read_cgroup_limits(const fs::path& root) {
    CgroupLimits limits;
    const auto groups = read_text_file(root / "proc/self/cgroup");
    if (!groups) return limits;
    const fs::path mount = root / "sys/fs/cgroup";
    std::istringstream lines(*groups);
    std::string line;
    while (std::getline(lines, line)) {  // "<id>:<controllers>:<path>", no controllers: v2
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == line.npos || second == line.npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const fs::path path = line.substr(second + 1);
        if (controllers.empty()) {
            read_group_and_ancestors(mount, path, limits);
            read_group_and_ancestors(mount / "unified", path, limits);
        } else if (names_controller(controllers, "cpu") || names_controller(controllers, "memory")) {
            read_group_and_ancestors(mount / controllers, path, limits);
            if (names_controller(controllers, "cpu")) {
                read_group_and_ancestors(mount / "cpu", path, limits);
            }
        }
    }
    return limits;
}

}  // namespace lanewise::device

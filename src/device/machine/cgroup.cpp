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

/// Calls `read` with `mount`/`path` and every group above it up to `mount` itself.
template <class Read>
void read_group_and_ancestors(const fs::path& mount, fs::path path, const Read& read) {
    path = path.relative_path();
    while (!path.empty()) {
        read(mount / path);
        path = path.parent_path();
    }
    read(mount);
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

/// One line of /proc/self/cgroup.
struct OwnGroup {
    std::string controllers;  // none: v2
    fs::path path;
};

/// Calls `visit` for each of them.
template <class Visit>
void visit_own_groups(const fs::path& root, const Visit& visit) {
    const auto groups = read_text_file(root / "proc/self/cgroup");
    if (!groups) return;
    std::istringstream lines(*groups);
    std::string line;
    while (std::getline(lines, line)) {  // "<id>:<controllers>:<path>"
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == line.npos || second == line.npos) continue;
        visit(OwnGroup{line.substr(first + 1, second - first - 1), line.substr(second + 1)});
    }
}

void read_pids(const fs::path& group, std::optional<std::uint64_t>& room) {
    const auto most = read_number_file(group / "pids.max");
    if (!most) return;
    const std::uint64_t now = read_number_file(group / "pids.current").value_or(*most);
    lower(room, *most > now ? *most - now : 0);
}

}  // namespace

CgroupLimits read_cgroup_limits(const fs::path& root) {
    CgroupLimits limits;
    const fs::path mount = root / "sys/fs/cgroup";
    const auto read = [&](const fs::path& group) { read_group(group, limits); };
    visit_own_groups(root, [&](const OwnGroup& own) {
        if (own.controllers.empty()) {
            read_group_and_ancestors(mount, own.path, read);
            read_group_and_ancestors(mount / "unified", own.path, read);
        } else if (names_controller(own.controllers, "cpu") || names_controller(own.controllers, "memory")) {
            read_group_and_ancestors(mount / own.controllers, own.path, read);
            if (names_controller(own.controllers, "cpu")) read_group_and_ancestors(mount / "cpu", own.path, read);
        }
    });
    return limits;
}

std::optional<std::uint64_t> read_cgroup_thread_room(const fs::path& root) {
    std::optional<std::uint64_t> room;
    const fs::path mount = root / "sys/fs/cgroup";
    const auto read = [&](const fs::path& group) { read_pids(group, room); };
    visit_own_groups(root, [&](const OwnGroup& own) {
        if (own.controllers.empty()) {
            read_group_and_ancestors(mount, own.path, read);
        } else if (names_controller(own.controllers, "pids")) {
            read_group_and_ancestors(mount / own.controllers, own.path, read);
        }
    });
    return room;
}

}  // namespace lanewise::device

#include "device/machine/cpu/cgroup.h"

#include <algorithm>
#include <charconv>
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

/// Reads cpu.max of cgroup v2: "max 100000" or "<quota> <period>", both in microseconds.
void read_cpu_max(const fs::path& group, CgroupLimits& limits) {
    const auto text = read_text_file(group / "cpu.max");
    if (!text) return;
    std::uint64_t quota = 0;
    std::uint64_t period = 0;
    const char* const end = text->data() + text->size();
    const auto first = std::from_chars(text->data(), end, quota);
    if (first.ec != std::errc{} || first.ptr == end) return;
    const auto second = std::from_chars(first.ptr + 1, end, period);
    if (second.ec != std::errc{} || quota == 0 || period == 0) return;
    lower(limits.cpus, static_cast<double>(quota) / static_cast<double>(period));
}

/// Reads the quota of cgroup v1, in which -1 means no quota.
void read_cfs_quota(const fs::path& group, CgroupLimits& limits) {
    const auto quota = read_number_file(group / "cpu.cfs_quota_us");
    if (!quota || *quota == 0) return;
    const auto period = read_number_file(group / "cpu.cfs_period_us");
    if (!period || *period == 0) return;
    lower(limits.cpus, static_cast<double>(*quota) / static_cast<double>(*period));
}

void read_memory(const fs::path& file, CgroupLimits& limits) {
    if (const auto bytes = read_number_file(file); bytes && *bytes > 0) lower(limits.memory_bytes, *bytes);
}

/// Calls `read` for the group `mount`/`path` and for all of its ancestors up to `mount`.
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

/// The contents of one line of /proc/self/cgroup.
struct OwnGroup {
    std::string controllers;  // empty for cgroup v2
    fs::path path;
};

/// Calls `visit` for each line of /proc/self/cgroup.
template <class Visit>
void visit_own_groups(const fs::path& root, const Visit& visit) {
    const auto groups = read_text_file(root / "proc/self/cgroup");
    if (!groups) return;
    std::string_view rest = *groups;
    while (!rest.empty()) {  // a line is "<id>:<controllers>:<path>"
        const std::string_view line = rest.substr(0, rest.find('\n'));
        rest.remove_prefix(std::min(line.size() + 1, rest.size()));
        const auto first = line.find(':');
        if (first == line.npos) continue;
        const auto second = line.find(':', first + 1);
        if (second == line.npos) continue;
        visit(OwnGroup{std::string(line.substr(first + 1, second - first - 1)), line.substr(second + 1)});
    }
}

}  // namespace

CgroupLimits read_cgroup_limits(const fs::path& root) {
    CgroupLimits limits;
    const fs::path mount = root / "sys/fs/cgroup";
    // Every process runs this code before it creates its first context, so the code must not take long. The code opens
    // only files of the groups that /proc/self/cgroup lists.
    const auto read_v2 = [&](const fs::path& group) {
        read_cpu_max(group, limits);
        read_memory(group / "memory.max", limits);
    };
    const auto read_cpu = [&](const fs::path& group) { read_cfs_quota(group, limits); };
    const auto read_bytes = [&](const fs::path& group) { read_memory(group / "memory.limit_in_bytes", limits); };
    visit_own_groups(root, [&](const OwnGroup& own) {
        if (own.controllers.empty()) {
            read_group_and_ancestors(mount, own.path, read_v2);
            read_group_and_ancestors(mount / "unified", own.path, read_v2);
            return;
        }
        const fs::path own_mount = mount / own.controllers;
        if (names_controller(own.controllers, "memory")) read_group_and_ancestors(own_mount, own.path, read_bytes);
        if (!names_controller(own.controllers, "cpu")) return;
        read_group_and_ancestors(own_mount, own.path, read_cpu);
        // The hierarchy "cpu,cpuacct" is often mounted a second time under the name "cpu".
        if (own.controllers != "cpu") read_group_and_ancestors(mount / "cpu", own.path, read_cpu);
    });
    return limits;
}

}  // namespace lanewise::device

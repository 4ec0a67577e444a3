#include "device/machine/cpu/topology.h"

#include <algorithm>
#include <string>

#include "device/machine/text_file.h"

namespace lanewise::device {

namespace {

namespace fs = std::filesystem;

constexpr unsigned most_nodes = 1024;
constexpr unsigned most_caches = 16;

std::optional<CpuSet> read_list(const fs::path& file) {
    const auto text = read_text_file(file);
    if (!text) return std::nullopt;
    return CpuSet::parse(*text);
}

/// Returns all CPUs that share the data cache of level `level` with `cpu`; nothing if the system does not report these
/// CPUs.
std::optional<CpuSet> cache_of(unsigned cpu, unsigned level, const fs::path& system) {
    const fs::path caches = system / "cpu" / ("cpu" + std::to_string(cpu)) / "cache";
    for (unsigned i = 0; i < most_caches; ++i) {
        const fs::path cache = caches / ("index" + std::to_string(i));
        const auto its_level = read_number_file(cache / "level");
        if (!its_level) return std::nullopt;
        const auto type = read_text_file(cache / "type");
        if (*its_level != level || !type || type->starts_with("Instruction")) continue;
        return read_list(cache / "shared_cpu_list");
    }
    return std::nullopt;
}

std::optional<CpuSet> node_of(unsigned cpu, const fs::path& system) {
    const auto online = read_list(system / "node" / "online");
    if (!online) return std::nullopt;
    for (const unsigned node : online->cpus()) {
        if (node >= most_nodes) break;
        const auto cpus = read_list(system / "node" / ("node" + std::to_string(node)) / "cpulist");
        if (cpus && cpus->contains(cpu)) return cpus;
    }
    return std::nullopt;
}

}  // namespace

std::optional<CpuSet> sharing_cpus(SharedDomain domain, unsigned cpu, const fs::path& system) {
    const unsigned level = 5 - static_cast<unsigned>(domain);  // l4_cache, the enumerator with the value 1, is level 4
    return domain == SharedDomain::numa_node ? node_of(cpu, system) : cache_of(cpu, level, system);
}

std::vector<CpuSet> groups_sharing(SharedDomain domain, const CpuSet& cpus, const fs::path& system) {
    std::vector<CpuSet> groups;
    for (const unsigned cpu : cpus.cpus()) {
        const bool known = std::ranges::any_of(groups, [&](const CpuSet& g) { return g.contains(cpu); });
        if (known) continue;
        const auto sharing = sharing_cpus(domain, cpu, system);
        if (!sharing || !sharing->contains(cpu)) return {};
        groups.push_back(sharing->common(cpus));
    }
    return groups;
}

}  // namespace lanewise::device

#include "device/machine/cpu/cpu_info.h"

#include <sched.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <vector>

#include "device/machine/cpu/cgroup.h"
#include "device/machine/cpu/cpu_features.h"
#include "device/machine/cpu/cpuid.h"
#include "device/machine/text_file.h"

namespace lanewise::device {
namespace {

std::string read_vendor(const Cpuid& cpuid) {
    const auto words = cpuid.read(0);
    if (!words) return {};
    const std::array<std::uint32_t, 3> text{words->b, words->d, words->c};
    return {reinterpret_cast<const char*>(text.data()), 12};
}

std::uint32_t pci_vendor_id(const std::string& vendor) {
    if (vendor == "GenuineIntel") return 0x8086;
    if (vendor == "AuthenticAMD") return 0x1022;
    if (vendor == "HygonGenuine") return 0x1d94;
    if (vendor == "CentaurHauls" || vendor == "  Shanghai  ") return 0x1d17;
    return 0;
}

std::string read_name(const Cpuid& cpuid) {
    std::array<Cpuid::Words, 3> text;
    for (std::uint32_t i = 0; i < text.size(); ++i) {
        const auto words = cpuid.read(0x80000002 + i);
        if (!words) return "x86-64 CPU";
        text[i] = *words;
    }
    std::string name(reinterpret_cast<const char*>(text.data()), sizeof text);
    name.resize(std::strlen(name.c_str()));
    const auto first = name.find_first_not_of(' ');
    if (first == name.npos) return "x86-64 CPU";
    return name.substr(first, name.find_last_not_of(' ') - first + 1);
}

/// Returns the number of CPUs in the affinity mask. The mask may be larger than cpu_set_t on machines with many CPUs.
std::uint32_t affinity_cores() {
    for (std::size_t cpus = 1024; cpus <= 1u << 20; cpus *= 2) {
        std::vector<cpu_set_t> mask(cpus / (8 * sizeof(cpu_set_t)));
        const std::size_t bytes = mask.size() * sizeof(cpu_set_t);
        if (sched_getaffinity(0, bytes, mask.data()) == 0) {
            return static_cast<std::uint32_t>(CPU_COUNT_S(bytes, mask.data()));
        }
    }
    return static_cast<std::uint32_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)));
}

/// Returns the number of CPUs that the process can use. A cgroup quota is rounded up: for a quota of 1.5 CPUs, the
/// result is 2.
std::uint32_t usable_cores(const CgroupLimits& limits) {
    std::uint32_t cores = std::max(1u, affinity_cores());
    if (limits.cpus && *limits.cpus < cores) {
        cores = std::max(1u, static_cast<std::uint32_t>(std::ceil(*limits.cpus)));
    }
    return cores;
}

/// Returns the number after `name` in a text with lines such as "MemTotal: 16384 kB"; returns 0 if `name` is missing.
double number_after(const std::string& text, const char* name) {
    const auto line = text.find(name);
    const auto colon = line == std::string::npos ? line : text.find(':', line);
    return colon == std::string::npos ? 0 : std::strtod(text.c_str() + colon + 1, nullptr);
}

/// Returns the bytes of physical memory. Calls sysinfo() instead of sysconf(_SC_PHYS_PAGES): in a sandbox that forbids
/// sysinfo(), sysconf() returns an arbitrary number and no error.
std::uint64_t physical_memory() {
    struct sysinfo system{};
    if (sysinfo(&system) == 0) return std::uint64_t{system.totalram} * system.mem_unit;
    constexpr std::uint64_t memory_of_small_machines = std::uint64_t{1} << 30;
    const auto text = read_text_file("/proc/meminfo");
    const double kibibytes = text ? number_after(*text, "MemTotal") : 0;
    return kibibytes > 0 ? static_cast<std::uint64_t>(kibibytes) << 10 : memory_of_small_machines;
}

std::uint64_t memory_bytes(const CgroupLimits& limits) {
    const std::uint64_t physical = physical_memory();
    return limits.memory_bytes ? std::min(physical, *limits.memory_bytes) : physical;
}

void set_cache(CpuInfo& info, unsigned level, std::uint64_t bytes, std::uint64_t line) {
    if (level == 1) info.l1_data_bytes = bytes;
    if (level == 2) info.l2_bytes = bytes;
    if (level == 3) info.l3_bytes = bytes;
    if (level == 1 && line > 0) info.cache_line_bytes = static_cast<std::uint32_t>(line);
}

void read_caches_from_sysfs(CpuInfo& info) {
    const std::filesystem::path caches = "/sys/devices/system/cpu/cpu0/cache";
    for (unsigned i = 0; i < 8; ++i) {
        const auto cache = caches / ("index" + std::to_string(i));
        const auto level = read_number_file(cache / "level");
        const auto kib = read_number_file(cache / "size");  // for example "32K"
        const auto type = read_text_file(cache / "type");
        if (!level || !kib || !type) break;
        if (type->starts_with("Instruction")) continue;
        set_cache(info, static_cast<unsigned>(*level), *kib * 1024,
                  read_number_file(cache / "coherency_line_size").value_or(0));
    }
}

/// Reads CPUID's deterministic cache parameters: leaf 4 (Intel) or leaf 0x8000001D (AMD), which have the same layout.
/// Returns false if the CPU has no such leaf.
bool read_caches_from_cpuid(const Cpuid& cpuid, CpuInfo& info) {
    const unsigned leaf = info.vendor == "AuthenticAMD" ? 0x8000001D : 4;
    for (unsigned i = 0; i < 8; ++i) {
        const auto words = cpuid.read(leaf, i);
        if (!words) break;
        const auto [a, b, c, d] = *words;
        const unsigned type = a & 31;  // 1: data, 2: instruction, 3: unified
        if (type == 0) break;
        if (type == 2) continue;
        const std::uint64_t line = (b & 0xfff) + 1;
        const std::uint64_t ways = (b >> 22) + 1;
        const std::uint64_t partitions = (b >> 12 & 0x3ff) + 1;
        const std::uint64_t sets = std::uint64_t{c} + 1;
        set_cache(info, a >> 5 & 7, line * ways * partitions * sets, line);
    }
    return info.l1_data_bytes != 0;
}

/// Returns the clock rate in MHz from a CPU name that ends with "@ 2.60GHz"; 0 for other names.
std::uint32_t clock_in_name(const std::string& name) {
    const auto at = name.find('@');
    if (at == name.npos || !name.ends_with("GHz")) return 0;
    return static_cast<std::uint32_t>(std::strtod(name.c_str() + at + 1, nullptr) * 1000 + 0.5);
}

std::uint32_t clock_in_procfs() {
    const auto text = read_text_file("/proc/cpuinfo");
    return text ? static_cast<std::uint32_t>(number_after(*text, "cpu MHz") + 0.5) : 0;
}

}  // namespace

CpuInfo read_cpu_info() {
    const CgroupLimits limits = read_cgroup_limits();
    const Cpuid cpuid;
    CpuInfo info;
    info.name = read_name(cpuid);
    info.vendor = read_vendor(cpuid);
    info.vendor_id = pci_vendor_id(info.vendor);
    info.target = host_target();
    info.cores = usable_cores(limits);
    info.memory_bytes = memory_bytes(limits);
    // CPUID is preferred, since sysfs reports the same values in a dozen files, which take longer to read.
    if (!read_caches_from_cpuid(cpuid, info)) read_caches_from_sysfs(info);
    return info;
}

std::uint32_t max_clock_mhz(const CpuInfo& info) {
    if (const auto khz = read_number_file("/sys/devices/system/cpu/cpu0/cpufreq/cpuinfo_max_freq")) {
        return static_cast<std::uint32_t>(*khz / 1000);
    }
    if (const auto words = Cpuid().read(0x16); words && (words->b & 0xffff) != 0) return words->b & 0xffff;
    if (const auto mhz = clock_in_name(info.name)) return mhz;
    return clock_in_procfs();
}

}  // namespace lanewise::device

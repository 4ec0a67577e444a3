#include "device/machine/cpu/cpu_set.h"

#include <sched.h>

#include <algorithm>
#include <charconv>
#include <climits>
#include <cstdint>
#include <exception>

namespace lanewise::device {

namespace {

constexpr unsigned word_bits = sizeof(unsigned long) * CHAR_BIT;
constexpr unsigned most_cpus = 1u << 16;

/// Returns the affinity mask of the calling thread, one bit for each CPU; empty if the system does not report it.
std::vector<unsigned long> thread_mask() {
    for (unsigned cpus = 1024; cpus <= most_cpus; cpus *= 2) {
        std::vector<unsigned long> mask(cpus / word_bits);
        auto* const set = reinterpret_cast<cpu_set_t*>(mask.data());
        if (sched_getaffinity(0, mask.size() * sizeof(long), set) == 0) return mask;
    }
    return {};
}

/// Adds the CPUs to a mask, except CPUs whose numbers are too large for the mask.
void add_to_mask(std::vector<unsigned long>& mask, const CpuSet& cpus) {
    for (const unsigned cpu : cpus.cpus()) {
        if (cpu / word_bits < mask.size()) mask[cpu / word_bits] |= 1ul << (cpu % word_bits);
    }
}

/// Returns a digest of the mask. The digest is never 0.
std::uint64_t digest_of(const std::vector<unsigned long>& mask) noexcept {
    std::uint64_t digest = 0xCBF29CE484222325;
    for (const unsigned long word : mask) digest = (digest ^ word) * 0x100000001B3;
    return digest | 1;
}

bool set_thread_mask(const std::vector<unsigned long>& mask) noexcept {
    return sched_setaffinity(0, mask.size() * sizeof(long), reinterpret_cast<const cpu_set_t*>(mask.data())) == 0;
}

}  // namespace

CpuSet::CpuSet(std::vector<unsigned> cpus) : cpus_(std::move(cpus)) {
    std::ranges::sort(cpus_);
    cpus_.erase(std::unique(cpus_.begin(), cpus_.end()), cpus_.end());
}

CpuSet CpuSet::of_process() {
    const std::vector<unsigned long> mask = thread_mask();
    std::vector<unsigned> cpus;
    for (unsigned cpu = 0; cpu < mask.size() * word_bits; ++cpu) {
        if ((mask[cpu / word_bits] >> (cpu % word_bits) & 1) != 0) cpus.push_back(cpu);
    }
    return CpuSet(std::move(cpus));
}

CpuSet CpuSet::parse(std::string_view list) {
    std::vector<unsigned> cpus;
    const char* at = list.data();
    const char* const end = at + list.size();
    while (at != end) {
        unsigned first = 0;
        auto read = std::from_chars(at, end, first);
        if (read.ec != std::errc{}) break;
        unsigned last = first;
        if (read.ptr != end && *read.ptr == '-') {
            read = std::from_chars(read.ptr + 1, end, last);
            if (read.ec != std::errc{} || last >= most_cpus) break;
        }
        for (unsigned cpu = first; cpu <= last; ++cpu) cpus.push_back(cpu);
        at = read.ptr;
        if (at == end || *at != ',') break;
        ++at;
    }
    return CpuSet(std::move(cpus));
}

bool CpuSet::contains(unsigned cpu) const noexcept { return std::ranges::binary_search(cpus_, cpu); }

CpuSet CpuSet::common(const CpuSet& other) const {
    std::vector<unsigned> both;
    std::ranges::set_intersection(cpus_, other.cpus_, std::back_inserter(both));
    return CpuSet(std::move(both));
}

// Ignores a failed change of the mask: the thread may then run more slowly on another CPU, but its results are right.
BoundThread::BoundThread(const CpuSet& cpus) noexcept {
    if (cpus.empty()) return;
    try {
        before_ = thread_mask();
        std::vector<unsigned long> mask(before_.size());
        add_to_mask(mask, cpus);
        if (before_.empty() || mask == before_ || !set_thread_mask(mask)) before_.clear();
    } catch (const std::exception&) {
        before_.clear();
    }
}

BoundThread::~BoundThread() {
    if (!before_.empty()) set_thread_mask(before_);
}

void bind_own_thread(const CpuSet& cpus) noexcept {
    static constinit thread_local std::uint64_t last = 0;  // digest of the mask after the last call; 0 at first
    if (cpus.empty()) return;
    try {
        const std::vector<unsigned long> before = thread_mask();
        if (before.empty() || (last != 0 && digest_of(before) != last)) return;
        std::vector<unsigned long> mask(before.size());
        add_to_mask(mask, cpus);
        if (mask != before) set_thread_mask(mask);
        // A cpuset of the system may remove CPUs from the mask, or refuse the whole mask.
        last = digest_of(mask == before ? mask : thread_mask());
    } catch (const std::exception&) {  // the thread keeps its mask
    }
}

}  // namespace lanewise::device

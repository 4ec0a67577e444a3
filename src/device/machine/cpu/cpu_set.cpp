#include "device/machine/cpu/cpu_set.h"

#include <algorithm>
#include <charconv>
#include <exception>

#include "device/machine/cpu/own_thread_masks.h"
#include "device/machine/cpu/thread_mask.h"

namespace lanewise::device {

CpuSet::CpuSet(std::vector<unsigned> cpus) : cpus_(std::move(cpus)) {
    std::ranges::sort(cpus_);
    cpus_.erase(std::unique(cpus_.begin(), cpus_.end()), cpus_.end());
}

CpuSet CpuSet::of_process() { return CpuSet(cpus_in(thread_mask())); }

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
    if (cpus.empty() || is_own_thread()) return;
    try {
        before_ = thread_mask();
        const ThreadMask mask = mask_of(cpus, before_.size());
        if (before_.empty() || mask == before_ || !set_thread_mask(mask)) before_.clear();
    } catch (const std::exception&) {
        before_.clear();
    }
}

BoundThread::~BoundThread() {
    if (!before_.empty()) set_thread_mask(before_);
}

}  // namespace lanewise::device

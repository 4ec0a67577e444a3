#include "device/machine/cpu/thread_mask.h"

#include <sched.h>

#include <climits>
#include <cstddef>

namespace lanewise::device {

namespace {

constexpr unsigned word_bits = sizeof(unsigned long) * CHAR_BIT;

}  // namespace

ThreadMask thread_mask(pid_t thread) {
    for (unsigned cpus = 1024; cpus <= CpuSet::most_cpus; cpus *= 2) {
        ThreadMask mask(cpus / word_bits);
        auto* const set = reinterpret_cast<cpu_set_t*>(mask.data());
        if (sched_getaffinity(thread, mask.size() * sizeof(long), set) == 0) return mask;
    }
    return {};
}

void read_thread_mask(ThreadMask& mask) noexcept {
    static_cast<void>(sched_getaffinity(0, mask.size() * sizeof(long), reinterpret_cast<cpu_set_t*>(mask.data())));
}

bool set_thread_mask(const ThreadMask& mask) noexcept {
    return sched_setaffinity(0, mask.size() * sizeof(long), reinterpret_cast<const cpu_set_t*>(mask.data())) == 0;
}

ThreadMask mask_of(const CpuSet& cpus, std::size_t words) {
    ThreadMask mask(words);
    for (const unsigned cpu : cpus.cpus()) {
        if (cpu / word_bits < mask.size()) mask[cpu / word_bits] |= 1ul << (cpu % word_bits);
    }
    return mask;
}

void remove_from_mask(ThreadMask& mask, unsigned cpu) noexcept {
    if (cpu / word_bits < mask.size()) mask[cpu / word_bits] &= ~(1ul << (cpu % word_bits));
}

std::vector<unsigned> cpus_in(const ThreadMask& mask) {
    std::vector<unsigned> cpus;
    for (unsigned cpu = 0; cpu < mask.size() * word_bits; ++cpu) {
        if ((mask[cpu / word_bits] >> (cpu % word_bits) & 1) != 0) cpus.push_back(cpu);
    }
    return cpus;
}

bool is_within(const ThreadMask& mask, const ThreadMask& all) noexcept {
    for (std::size_t i = 0; i < mask.size(); ++i) {
        if ((mask[i] & ~(i < all.size() ? all[i] : 0)) != 0) return false;
    }
    return true;
}

}  // namespace lanewise::device

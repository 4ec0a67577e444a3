// The affinity mask of a thread, one bit for each CPU.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <vector>

#include "device/machine/cpu/cpu_set.h"

namespace lanewise::device {

using ThreadMask = std::vector<unsigned long>;

/// Returns the mask of the thread with the id `thread`; 0 means the calling thread. Empty if the system does not report
/// the mask, for example if the thread has ended.
ThreadMask thread_mask(pid_t thread = 0);
/// Reads the mask of the calling thread into `mask`, which must have the size of an earlier mask of the thread. If the
/// system does not report the mask, `mask` keeps its contents.
void read_thread_mask(ThreadMask& mask) noexcept;
/// Changes the mask of the calling thread. Returns false if the system refuses the mask.
bool set_thread_mask(const ThreadMask& mask) noexcept;
/// Returns the mask of `words` words with these CPUs, except CPUs whose numbers are too large for the mask.
ThreadMask mask_of(const CpuSet& cpus, std::size_t words);
void remove_from_mask(ThreadMask& mask, unsigned cpu) noexcept;
/// Returns the numbers of the mask's CPUs, in ascending order.
std::vector<unsigned> cpus_in(const ThreadMask& mask);
/// Returns whether all CPUs of `mask` are CPUs of `all`.
bool is_within(const ThreadMask& mask, const ThreadMask& all) noexcept;

}  // namespace lanewise::device

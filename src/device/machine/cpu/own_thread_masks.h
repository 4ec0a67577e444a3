// The affinity masks of the driver's own threads. Thread-safe.
#pragma once

#include "device/machine/cpu/cpu_set.h"

namespace lanewise::device {

/// Binds the calling thread, which must belong to the driver, to a set of CPUs until the next call; an empty set
/// changes nothing. If the thread's mask has changed since the last call, code outside of the driver changed it: for
/// example, job managers set the masks of all threads of a process. The thread then keeps the changed mask. At the
/// first call of a thread, the thread gets the changed mask of another of the driver's threads, if the main thread and
/// the driver's threads have no CPUs outside of this mask.
void bind_own_thread(const CpuSet& cpus) noexcept;

/// Moves the calling thread from a CPU to another CPU of its mask; the mask is the same afterwards. The thread must
/// belong to the driver. Returns false if the thread may run only on `cpu`.
bool move_own_thread_off(unsigned cpu) noexcept;

/// Returns whether bind_own_thread() has bound the calling thread.
bool is_own_thread() noexcept;

}  // namespace lanewise::device

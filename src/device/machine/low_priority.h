// A thread that takes CPU time mostly where others leave some. On Linux niceness is a thread's own; what is given up
// cannot be had back, so this is for threads that end.
#pragma once

#include <sched.h>
#include <sys/resource.h>

namespace lanewise::device {

/// Of a CPU that another thread wants as well the calling thread gets a sixteenth from now on. Threads have the
/// real-time priority of who makes them, beside which niceness does not count.
inline void lower_own_priority() noexcept {
    constexpr int niceness = 12;
    const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    constexpr sched_param no_priority{};
    if (policy == SCHED_FIFO || policy == SCHED_RR) static_cast<void>(sched_setscheduler(0, SCHED_OTHER, &no_priority));
    static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness));
}

}  // namespace lanewise::device

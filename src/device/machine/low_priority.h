// Lowers the priority of a thread, so that the thread mainly uses CPU time that other threads do not need. On Linux,
// each thread has its own niceness. Without privileges a thread cannot raise its priority again, so this function is
// only for threads that end soon.
#pragma once

#include <sched.h>
#include <sys/resource.h>

namespace lanewise::device {

/// Lowers the calling thread's share of a CPU to a sixteenth if another thread uses this CPU too. Also drops a
/// real-time priority inherited from the thread's creator, since niceness has no effect on real-time threads.
inline void lower_own_priority() noexcept {
    constexpr int niceness = 12;
    const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    constexpr sched_param no_priority{};
    if (policy == SCHED_FIFO || policy == SCHED_RR) static_cast<void>(sched_setscheduler(0, SCHED_OTHER, &no_priority));
    static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness));
}

}  // namespace lanewise::device

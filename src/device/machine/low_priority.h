// Lowers the priority of a thread, so that it mostly takes CPU time that others leave. On Linux, niceness belongs to
// the thread. A thread cannot raise its priority again, so this is for threads that end.
#pragma once

#include <sched.h>
#include <sys/resource.h>

namespace lanewise::device {

/// Leaves the calling thread a sixteenth of a CPU that another thread wants as well. Also drops a real-time priority,
/// which threads inherit from their creator: niceness has no effect beside it.
inline void lower_own_priority() noexcept {
    constexpr int niceness = 12;
    const int policy = sched_getscheduler(0) & ~SCHED_RESET_ON_FORK;
    constexpr sched_param no_priority{};
    if (policy == SCHED_FIFO || policy == SCHED_RR) static_cast<void>(sched_setscheduler(0, SCHED_OTHER, &no_priority));
    static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness));
}

}  // namespace lanewise::device

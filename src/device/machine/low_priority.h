// A thread that takes CPU time mostly where others leave some. On Linux niceness is a thread's own; what is given up
// cannot be had back, so this is for threads that end.
#pragma once

#include <sys/resource.h>

namespace lanewise::device {

/// Of a CPU that another thread wants as well the calling thread gets two fifths from now on.
inline void lower_own_priority() noexcept {
    constexpr int niceness = 2;
    static_cast<void>(setpriority(PRIO_PROCESS, 0, getpriority(PRIO_PROCESS, 0) + niceness));
}

}  // namespace lanewise::device

// Locks a mutex for a short time. No fork happens while a thread holds the lock: otherwise the mutex would stay locked
// in the child of the fork, since the child does not contain the thread that would unlock it.
#pragma once

#include <mutex>

#include "device/machine/forks.h"

namespace lanewise::device {

class NoForkLock {
public:
    explicit NoForkLock(std::mutex& mutex) : lock_(mutex) {}

private:
    NoFork now_;  // entered before the mutex is locked
    std::lock_guard<std::mutex> lock_;
};

}  // namespace lanewise::device

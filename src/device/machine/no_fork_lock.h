// A lock of a mutex that is held for short times only. No fork happens while a thread holds the lock, so the mutex is
// never locked in the child of a fork, where the thread that held it would not exist.
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

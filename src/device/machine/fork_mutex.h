// A mutex that a thread may hold for long while another thread forks. In the child of the fork, the mutex is unlocked,
// because the thread that held it does not exist there. Threads must therefore change the guarded data only inside
// short NoFork scopes, so that no fork happens in the middle of a change. Thread-safe.
#pragma once

#include <atomic>
#include <mutex>
#include <new>

#include "device/machine/forks.h"

namespace lanewise::device {

class ForkMutex {
public:
    void lock() noexcept {
        if (forks_.load(std::memory_order_acquire) != fork_count()) [[unlikely]]
            start_anew();
        mutex_.lock();
    }
    void unlock() noexcept { mutex_.unlock(); }

private:
    void start_anew() noexcept {
        const NoFork now;
        static constinit std::mutex one_thread;  // never locked during a fork
        const std::lock_guard lock(one_thread);
        if (forks_.load(std::memory_order_relaxed) == fork_count()) return;
        new (&mutex_) std::mutex;
        forks_.store(fork_count(), std::memory_order_release);
    }

    std::mutex mutex_;
    std::atomic<unsigned> forks_ = fork_count();  // fork_count() when the mutex was created
};

}  // namespace lanewise::device

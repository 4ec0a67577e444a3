// Supplies threads: each calls one function after another and sleeps between them, with all signals blocked that its
// own code does not cause. They belong to the driver alone. A library of threads that the application may use as well
// would take its limits and its allocator from there, and would write its warnings to the application's stderr.
// Thread-safe.
#pragma once

#include "device/machine/spin_mutex.h"

namespace lanewise::device {

class OwnThreads {
public:
    static OwnThreads& instance();

    /// So many threads may sleep for the next call; more of them end once they have nothing to do.
    void keep(unsigned threads) noexcept;

    /// Has a thread call work(data), soon. Throws when there is no thread to be had.
    void call(void (*work)(void*), void* data);

private:
    struct Sleeper;
    struct Call {
        void (*work)(void*) = nullptr;
        void* data = nullptr;
    };

    OwnThreads() noexcept;
    void start(const Call& call);
    void run(Call first) noexcept;
    bool sleep_until_called(Call& call) noexcept;
    bool wake_one(const Call& call) noexcept;

    SpinMutex mutex_;  // guards the rest
    Sleeper* sleepers_ = nullptr;
    unsigned sleeping_ = 0;
    unsigned most_sleeping_ = 0;
};

}  // namespace lanewise::device

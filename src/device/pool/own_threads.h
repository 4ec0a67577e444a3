// Provides the driver's own threads, each of which runs one call after another and sleeps in between. The threads block
// all signals except those that their own code causes. The driver uses no general thread library: if the application
// used the same library, the application's limits and allocator would also apply to the driver. The library would also
// write warnings to the application's stderr. Thread-safe.
#pragma once

#include "device/machine/spin_mutex.h"

namespace lanewise::device {

class OwnThreads {
public:
    static OwnThreads& instance();

    /// Allows `threads` threads to sleep until the next call. If that many threads sleep, every additional thread ends
    /// when it has no work.
    void keep(unsigned threads) noexcept;

    /// Makes a sleeping or new thread call work(data). Throws if no thread can be started.
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

    SpinMutex mutex_;  // guards the members below
    Sleeper* sleepers_ = nullptr;
    unsigned sleeping_ = 0;
    unsigned most_sleeping_ = 0;
};

}  // namespace lanewise::device

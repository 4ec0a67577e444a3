// Provides threads that call one function after another and sleep in between. The threads block all signals except
// those that their own code causes. They are not shared with the application: a thread library that both used would
// take its limits and its allocator from the application, and would write warnings to the application's stderr.
// Thread-safe.
#pragma once

#include "device/machine/spin_mutex.h"

namespace lanewise::device {

class OwnThreads {
public:
    static OwnThreads& instance();

    /// Allows `threads` threads to sleep until the next call. Any further thread without work ends.
    void keep(unsigned threads) noexcept;

    /// Makes a thread call work(data) soon. Throws if no thread can be started.
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

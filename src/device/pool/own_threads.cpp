#include "device/pool/own_threads.h"

#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <system_error>

#include "device/machine/blocked_signals.h"
#include "device/machine/forks.h"

namespace lanewise::device {

namespace {

/// The attributes of a new thread: it is detached, and its stack has a fixed size instead of the process's default.
class Attributes {
public:
    Attributes() noexcept {
        constexpr std::size_t stack_bytes = std::size_t{4} << 20;
        ::pthread_attr_init(&attributes_);
        ::pthread_attr_setdetachstate(&attributes_, PTHREAD_CREATE_DETACHED);
        ::pthread_attr_setstacksize(&attributes_, stack_bytes);
    }
    ~Attributes() { ::pthread_attr_destroy(&attributes_); }
    Attributes(const Attributes&) = delete;
    Attributes& operator=(const Attributes&) = delete;

    const ::pthread_attr_t* get() const noexcept { return &attributes_; }

private:
    ::pthread_attr_t attributes_;
};

}  // namespace

/// A thread that waits for a call. The object lies on the thread's stack.
struct OwnThreads::Sleeper {
    static constexpr std::uint32_t asleep = 0, called = 1;

    Call call;
    Sleeper* next = nullptr;
    std::atomic<std::uint32_t> state = asleep;
};

OwnThreads& OwnThreads::instance() {
    static OwnThreads threads;
    return threads;
}

OwnThreads::OwnThreads() noexcept {
    // Only the forking thread exists in the child of a fork, so the list of sleeping threads is cleared there.
    on_fork({[] { instance().mutex_.lock(); }, [] { instance().mutex_.unlock(); },
             [] {
                 instance().sleepers_ = nullptr;
                 instance().sleeping_ = 0;
                 instance().mutex_.unlock();
             }});
}

void OwnThreads::keep(unsigned threads) noexcept {
    const std::lock_guard lock(mutex_);
    most_sleeping_ = std::max(most_sleeping_, threads);
}

void OwnThreads::call(void (*work)(void*), void* data) {
    const Call call{work, data};
    if (!wake_one(call)) start(call);
}

void OwnThreads::start(const Call& call) {
    struct First {
        OwnThreads& threads;
        Call call;
    };
    auto first = std::make_unique<First>(*this, call);
    const auto begin = [](void* data) -> void* {
        auto& threads = static_cast<First*>(data)->threads;
        const Call call = std::unique_ptr<First>(static_cast<First*>(data))->call;
        threads.run(call);
        return nullptr;
    };
    const BlockedSignals not_for_new_threads;
    const Attributes attributes;
    ::pthread_t thread{};
    const int error = ::pthread_create(&thread, attributes.get(), begin, first.get());
    if (error != 0) throw std::system_error(error, std::generic_category());
    static_cast<void>(first.release());
}

// Wakes the thread that fell asleep last, since its data is most likely still in a cache.
bool OwnThreads::wake_one(const Call& call) noexcept {
    std::atomic<std::uint32_t>* state = nullptr;
    {
        const std::lock_guard lock(mutex_);
        if (!sleepers_) return false;
        Sleeper& sleeper = *sleepers_;
        sleepers_ = sleeper.next;
        --sleeping_;
        sleeper.call = call;
        state = &sleeper.state;
        state->store(Sleeper::called, std::memory_order_release);
    }
    // The Sleeper object may no longer exist; the system call uses only its address.
    ::syscall(SYS_futex, state, FUTEX_WAKE_PRIVATE, 1, nullptr, nullptr, 0);
    return true;
}

void OwnThreads::run(Call call) noexcept {
    do {
        call.work(call.data);
    } while (sleep_until_called(call));
}

/// Sleeps until the thread is called. Returns false if enough other threads are asleep; the calling thread must then
/// end.
bool OwnThreads::sleep_until_called(Call& call) noexcept {
    Sleeper self;
    {
        const std::lock_guard lock(mutex_);
        if (sleeping_ >= most_sleeping_) return false;
        ++sleeping_;
        self.next = sleepers_;
        sleepers_ = &self;
    }
    while (self.state.load(std::memory_order_acquire) == Sleeper::asleep)
        ::syscall(SYS_futex, &self.state, FUTEX_WAIT_PRIVATE, Sleeper::asleep, nullptr, nullptr, 0);
    call = self.call;
    return true;
}

}  // namespace lanewise::device

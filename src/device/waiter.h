// A host thread that waits for one thing, and sleeps while there is nothing it could help with. Lives on
// that thread's stack. Who makes the thing happen calls set_done(); the arena does the rest.
#pragma once

#include <atomic>
#include <cstdint>

namespace lanewise::device {

class Waiter {
public:
    /// The thing has happened. The waiter may be gone as soon as this is called.
    void set_done() noexcept {
        state_.store(done_state, std::memory_order_release);
        state_.notify_one();
    }
    bool done() const noexcept { return state_.load(std::memory_order_acquire) == done_state; }

    /// For who keeps a list of waiters.
    Waiter* next_for_event = nullptr;

private:
    friend class Arena;

    static constexpr std::uint32_t waiting = 0, work_state = 1, done_state = 2;

    void set_work() noexcept {
        std::uint32_t expected = waiting;
        if (state_.compare_exchange_strong(expected, work_state)) state_.notify_one();
    }
    void sleep() noexcept {
        state_.wait(waiting, std::memory_order_acquire);
        std::uint32_t expected = work_state;
        state_.compare_exchange_strong(expected, waiting);
    }

    std::atomic<std::uint32_t> state_ = waiting;
    Waiter* next_sleeper_ = nullptr;             // under the arena's mutex
    bool listed_ = false;                        // under the arena's mutex
};

}  // namespace lanewise::device

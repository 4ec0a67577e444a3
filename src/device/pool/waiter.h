// A host thread that waits for one condition, and sleeps while there is no work it could help with. Lives on that
// thread's stack. The thread that makes the condition true calls set_done(); the arena does the rest.
//
// A plain waiter helps with all tasks. A waiter that chooses (a subclass) helps only with tasks that its condition
// depends on: another task may be a kernel that waits for this very host thread, and would keep it for ever.
#pragma once

#include <atomic>
#include <cstdint>

#include "device/pool/task.h"

namespace lanewise::device {

class Waiter {
public:
    Waiter() = default;
    virtual ~Waiter() = default;
    Waiter(const Waiter&) = delete;
    Waiter& operator=(const Waiter&) = delete;

    /// Tells that the condition holds. The waiter may be gone as soon as this is called.
    void set_done() noexcept {
        if (state_.exchange(done_state, std::memory_order_acq_rel) == asleep) wake(&state_);
    }
    bool done() const noexcept { return state_.load(std::memory_order_acquire) == done_state; }

    /// Link for the owner of a list of waiters.
    Waiter* next_for_event = nullptr;

protected:
    /// Makes a waiter that needs `task` and all tasks of `owner`; either may be null.
    Waiter(const Task* task, const void* owner) noexcept : chooses_(true), task_(task), owner_(owner) {}

    /// Finds a needed task that may be posted or under way now. The task must live until the next call.
    virtual Task* find_needed() noexcept { return nullptr; }

private:
    friend class Arena;
    friend class Roster;

    static constexpr std::uint32_t awake = 0, asleep = 1, work_state = 2, done_state = 3;

    bool chooses() const noexcept { return chooses_; }
    /// Whether `task` is known to be needed; find_needed() finds further needed tasks.
    bool wants(const Task& task) const noexcept {
        return !chooses_ || &task == task_ || (owner_ && task.owner_ == owner_);
    }

    void set_work() noexcept {
        std::uint32_t seen = state_.load(std::memory_order_relaxed);
        while (seen == awake || seen == asleep) {
            if (!state_.compare_exchange_weak(seen, work_state, std::memory_order_acq_rel)) continue;
            if (seen == asleep) wake(&state_);
            return;
        }
    }
    /// Sleeps until there is work or the waiter is done. May also return without a reason, and returns after a second
    /// to look again: the needed task may have been left to a called thread that does not come.
    void sleep() noexcept;
    /// Wakes the sleeper, which may be gone already: only the address is used.
    static void wake(const std::atomic<std::uint32_t>* state) noexcept;

    std::atomic<std::uint32_t> state_ = awake;
    const bool chooses_ = false;
    const Task* const task_ = nullptr;
    const void* const owner_ = nullptr;
    Waiter* next_sleeper_ = nullptr;  // under the arena's mutex
    bool listed_ = false;             // under the arena's mutex
};

}  // namespace lanewise::device

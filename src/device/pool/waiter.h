// A host thread that waits for a condition. The thread runs tasks meanwhile, and sleeps while there is no task for it.
// The object lies on the thread's stack. The thread that makes the condition true calls set_done(); the arena makes all
// other calls.
//
// A plain waiter helps with all tasks. A waiter that chooses (a subclass) helps only with tasks on which its condition
// depends. Any other task may be a kernel that waits for this host thread. If the host thread ran such a kernel, the
// thread would wait for itself forever.
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

    /// Records that the condition is true. The waiter may be destroyed as soon as done() returns true.
    void set_done() noexcept {
        if (state_.exchange(done_state, std::memory_order_acq_rel) == asleep) wake(&state_);
    }
    bool done() const noexcept { return state_.load(std::memory_order_acquire) == done_state; }

    /// Link to the next waiter, for a list that the user of the class manages.
    Waiter* next_for_event = nullptr;

protected:
    /// Creates a waiter that needs `task` and all tasks of `owner`; each argument may be null.
    Waiter(const Task* task, const void* owner) noexcept : chooses_(true), task_(task), owner_(owner) {}

    /// Finds a task that the waiter needs and that is possibly posted or running now; returns null if there is none.
    /// The task must live until the next call.
    virtual Task* find_needed() noexcept { return nullptr; }

private:
    friend class Arena;
    friend class Roster;

    static constexpr std::uint32_t awake = 0, asleep = 1, work_state = 2, done_state = 3;

    bool chooses() const noexcept { return chooses_; }
    /// Returns whether the waiter certainly needs `task`. If the result is false, find_needed() may still find that the
    /// waiter needs the task.
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
    /// Sleeps until there is work or the condition is true. May also return spuriously. Returns after a second at the
    /// latest, since a called thread that should run the needed task may never arrive.
    void sleep() noexcept;
    /// Wakes the sleeping thread. The waiter need not exist any more: the system call uses `state` only as an address,
    /// and does not access the memory.
    static void wake(const std::atomic<std::uint32_t>* state) noexcept;

    std::atomic<std::uint32_t> state_ = awake;
    const bool chooses_ = false;
    const Task* const task_ = nullptr;
    const void* const owner_ = nullptr;
    Waiter* next_sleeper_ = nullptr;  // guarded by the arena's mutex
    bool listed_ = false;             // guarded by the arena's mutex
};

}  // namespace lanewise::device

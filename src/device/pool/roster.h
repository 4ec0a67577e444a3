// The threads of an arena: who takes part, is called, lingers or sleeps, and who may be away for long. Wakes no thread
// by a system call, except sleeping host threads. All is guarded by the arena's mutex except for the counters of
// threads that are away.
#pragma once

#include <atomic>
#include <cstdint>

#include "device/pool/arena_tuning.h"
#include "device/pool/waiter.h"

namespace lanewise::device {

/// Adds up the work of tasks in quick succession, each too short to wake a thread for.
class MissedWork {
public:
    /// Counts a task of `work_ns` that opens at `now`. True when there has been so much work that a thread, once awake,
    /// would share enough of it. `tick_ns`: nanoseconds of a tick.
    bool add(float work_ns, std::uint64_t now, float tick_ns) noexcept {
        if (now > until_) missed_ns_ = 0;
        until_ = now + static_cast<std::uint64_t>((work_ns + linger_ns) / tick_ns);
        missed_ns_ += work_ns;
        if (missed_ns_ < much_missed_ns) return false;
        missed_ns_ = 0;
        return true;
    }

private:
    float missed_ns_ = 0;
    std::uint64_t until_ = 0;  // a task opened later begins a new succession
};

/// A worker that spins for more work. All but is_called is guarded by the arena's mutex.
struct Lingerer {
    const unsigned home;
    Lingerer* next = nullptr;
    std::atomic<bool> is_called = false;
};

class Roster {
public:
    explicit Roster(unsigned concurrency) noexcept : concurrency_(concurrency) {}

    // Places
    bool has_participants() const noexcept { return participants_ != 0; }
    bool is_full() const noexcept { return participants_ >= concurrency_; }
    /// Whether a thread that is called now will find a place.
    bool may_wake() const noexcept { return participants_ + called_ < concurrency_; }
    /// Whether some participant will look for work soon.
    bool is_attended() const noexcept {
        return called_ != 0 || participants_ > long_runs_.load(std::memory_order_relaxed);
    }
    /// Takes a place; false when none is left.
    bool enter() noexcept;
    void leave() noexcept { --participants_; }

    // Called workers: lingering ones and recruits
    bool has_called() const noexcept { return called_ != 0; }
    bool has_recruits() const noexcept { return recruited_ != 0; }
    /// Counts a worker from OwnThreads as called; true when it is the only one.
    bool add_recruit() noexcept;
    /// Notes that a recruit is here, or will not come; true when no other is called.
    bool remove_recruit() noexcept;

    // Homes of workers
    /// Takes the lowest home that no worker has; 0 when there is none.
    unsigned take_home() noexcept;
    void give_back_home(unsigned home) noexcept;

    // Lingering workers, sorted by home
    void add(Lingerer& worker) noexcept;
    void remove(Lingerer& worker) noexcept;
    /// Calls the worker with the lowest home; false when none lingers.
    bool call_lingering() noexcept;
    /// Calls as many workers as get enough of `work_ns` each, at most `most`; returns their number.
    unsigned call_lingering(unsigned most, float work_ns) noexcept;
    /// Takes a place for the worker that was called; false when none is left.
    bool answer_call() noexcept;

    // Sleeping host threads
    void add_sleeper(Waiter& waiter) noexcept;
    void remove_sleeper(Waiter& waiter) noexcept;
    /// Wakes the first one that passes `test`, among the first sleepers_looked_at.
    template <class Test>
    bool wake_sleeper(Test&& test) noexcept {
        unsigned looked_at = 0;
        for (Waiter** link = &sleepers_; *link && looked_at < sleepers_looked_at; ++looked_at) {
            Waiter& sleeper = **link;
            if (test(sleeper)) {
                *link = sleeper.next_sleeper_;
                sleeper.listed_ = false;
                sleeper.set_work();
                return true;
            }
            link = &sleeper.next_sleeper_;
        }
        return false;
    }
    void wake_all_sleepers() noexcept;

    // Extra threads
    /// Whether ready tasks need an extra thread, since no thread will look for them soon.
    bool wants_extra() const noexcept;
    void add_extra() noexcept { ++extras_; }
    void remove_extra() noexcept { --extras_; }

    // Background threads
    bool may_add_background() const noexcept { return backgrounds_ < (concurrency_ / 4 > 1 ? concurrency_ / 4 : 1); }
    void add_background() noexcept { ++backgrounds_; }
    void remove_background() noexcept { --backgrounds_; }

    // Threads that may be away for long; without the mutex
    std::atomic<unsigned>& long_runs() noexcept { return long_runs_; }      // of participants
    std::atomic<unsigned>& long_extras() noexcept { return long_extras_; }  // of extra threads

    /// The state of the only thread in the child of a fork.
    struct Survivor {
        bool has_place = false, is_extra = false, is_away = false;
    };
    /// Forgets all other threads.
    void start_anew(Survivor self) noexcept;

private:
    Lingerer** place_of(const Lingerer& worker) noexcept;

    const unsigned concurrency_;
    unsigned participants_ = 0;
    std::atomic<unsigned> long_runs_ = 0;
    unsigned called_ = 0;     // called workers that have not arrived yet
    unsigned recruited_ = 0;  // those of them that come from OwnThreads
    Lingerer* lingering_ = nullptr;
    std::uint64_t homes_ = 1;  // bit h: a worker has home h; bit 0: home of host threads
    Waiter* sleepers_ = nullptr;
    unsigned extras_ = 0;
    std::atomic<unsigned> long_extras_ = 0;
    unsigned backgrounds_ = 0;
};

}  // namespace lanewise::device

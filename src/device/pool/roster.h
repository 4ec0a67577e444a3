// The threads of an arena: participants, called workers, lingering workers, sleeping host threads, and threads that are
// away. A Roster makes system calls only to wake sleeping host threads. The arena's mutex guards everything, except the
// counters of threads that are away.
#pragma once

#include <atomic>
#include <cstdint>

#include "device/pool/arena_tuning.h"
#include "device/pool/waiter.h"

namespace lanewise::device {

/// Adds up the work of tasks that follow one another quickly. Each of these tasks alone is too short to wake a thread
/// for it.
class MissedWork {
public:
    /// Adds a task of `work_ns` that becomes open at `now`. Returns true if the sum is so large that a woken thread
    /// would probably find work in the tasks that follow. `tick_ns` is the number of nanoseconds of a tick.
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
    std::uint64_t until_ = 0;  // a task after this time (in ticks) starts a new sum
};

/// A worker that spins until there is more work. The arena's mutex guards all members except is_called.
struct Lingerer {
    const unsigned home;
    Lingerer* next = nullptr;
    std::atomic<bool> is_called = false;
};

class Roster {
public:
    explicit Roster(unsigned concurrency) noexcept : concurrency_(concurrency) {}

    // Places:
    bool has_participants() const noexcept { return participants_ != 0; }
    bool is_full() const noexcept { return participants_ >= concurrency_; }
    /// Returns whether a place would be free for one more called thread.
    bool may_wake() const noexcept { return participants_ + called_ < concurrency_; }
    /// Returns whether a called thread, or a participant that is not away, will soon look for work.
    bool is_attended() const noexcept {
        return called_ != 0 || participants_ > long_runs_.load(std::memory_order_relaxed);
    }
    /// Takes a place; returns false if none is free.
    bool enter() noexcept;
    void leave() noexcept { --participants_; }

    // Called workers, which are lingering workers and recruits:
    bool has_called() const noexcept { return called_ != 0; }
    bool has_recruits() const noexcept { return recruited_ != 0; }
    /// Counts a worker from OwnThreads as a recruit; returns true if there is no other recruit.
    bool add_recruit() noexcept;
    /// Records that a recruit has arrived, or will not come; returns true if it was the last recruit.
    bool remove_recruit() noexcept;

    // Homes of workers:
    /// Takes the lowest home that no worker has; returns 0 if there is none.
    unsigned take_home() noexcept;
    void give_back_home(unsigned home) noexcept;

    // Lingering workers, sorted by home:
    void add(Lingerer& worker) noexcept;
    void remove(Lingerer& worker) noexcept;
    /// Calls the worker with the lowest home; returns false if no worker lingers.
    bool call_lingering() noexcept;
    /// Calls at most `most` workers, and at most one worker for every call_ns nanoseconds of the work `work_ns`.
    /// Returns their number.
    unsigned call_lingering(unsigned most, float work_ns) noexcept;
    /// Takes a place for a lingering worker that was called; returns false if no place is free.
    bool answer_call() noexcept;

    // Sleeping host threads:
    void add_sleeper(Waiter& waiter) noexcept;
    void remove_sleeper(Waiter& waiter) noexcept;
    /// Wakes the first sleeping thread for which `test` returns true; returns false if there is none. Tests only the
    /// first sleepers_looked_at threads.
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

    // Extra threads:
    /// Returns whether ready tasks need an extra thread, because no existing thread will soon look for work.
    bool wants_extra() const noexcept;
    void add_extra() noexcept { ++extras_; }
    void remove_extra() noexcept { --extras_; }

    // Background threads:
    bool may_add_background() const noexcept { return backgrounds_ < (concurrency_ / 4 > 1 ? concurrency_ / 4 : 1); }
    void add_background() noexcept { ++backgrounds_; }
    void remove_background() noexcept { --backgrounds_; }

    // How many threads are away; usable without the mutex:
    std::atomic<unsigned>& long_runs() noexcept { return long_runs_; }      // participants
    std::atomic<unsigned>& long_extras() noexcept { return long_extras_; }  // extra threads

    /// The state of the thread that remains in the child of a fork.
    struct Survivor {
        bool has_place = false, is_extra = false, is_away = false;
    };
    /// Removes all threads except the calling thread.
    void start_anew(Survivor self) noexcept;

private:
    Lingerer** place_of(const Lingerer& worker) noexcept;

    const unsigned concurrency_;
    unsigned participants_ = 0;
    std::atomic<unsigned> long_runs_ = 0;
    unsigned called_ = 0;     // number of called workers that have not arrived yet
    unsigned recruited_ = 0;  // number of recruits among the called workers
    Lingerer* lingering_ = nullptr;
    std::uint64_t homes_ = 1;  // bit h is set if a worker has home h; bit 0 is the home of host threads
    Waiter* sleepers_ = nullptr;
    unsigned extras_ = 0;
    std::atomic<unsigned> long_extras_ = 0;
    unsigned backgrounds_ = 0;
};

}  // namespace lanewise::device

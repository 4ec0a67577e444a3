// The tasks of an arena that threads may begin or join, sorted by urgency, and the choice of the next task. Ready tasks
// have not begun; open tasks have begun and have units to claim. The arena's mutex guards everything. Some functions
// may be called without the mutex; their results may be outdated.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cstdint>

#include "device/machine/clock.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/task.h"

namespace lanewise::device {

/// Returns the urgency (level) whose tasks a thread should try first. Usually returns the most urgent level that has
/// tasks; at every picks_per_low-th call, returns the least urgent level that has tasks. Bit u of `busy` is set if
/// level u has tasks. `picks` is the number of calls so far.
constexpr unsigned level_of_pick(unsigned busy, unsigned picks) noexcept {
    const auto low = static_cast<unsigned>(std::countr_zero(busy | 1u << (urgencies - 1)));
    if (busy == 0 || picks % picks_per_low == 0) return low;
    return static_cast<unsigned>(std::bit_width(busy)) - 1;
}

/// Alternates between open and ready tasks: prefers open tasks for the time of one turn, then ready tasks for the same
/// time, and so on.
class OpenTurns {
public:
    /// Returns whether open tasks are preferred at `now_ticks`.
    bool is_open_turn(std::uint64_t now_ticks) noexcept {
        if (nanoseconds(now_ticks - start_) > turn_ns) {
            is_open_ = !is_open_;
            start_ = now_ticks;
        }
        return is_open_;
    }

private:
    bool is_open_ = false;
    std::uint64_t start_ = 0;
};

class ReadyLists {
public:
    struct Pick {
        Task* task = nullptr;
        bool is_new = false;  // whether the thread begins the task; otherwise it joins the task
    };

    // These functions may be called without the mutex:
    bool has_work() const noexcept { return ready_levels_ != 0 || open_count_ != 0; }
    bool has_ready() const noexcept { return ready_levels_.load(std::memory_order_relaxed) != 0; }
    bool has_open() const noexcept { return open_count_ != 0; }
    /// Returns whether a ready task is more urgent than `task`.
    bool has_ready_above(const Task& task) const noexcept {
        const unsigned ready = ready_levels_.load(std::memory_order_relaxed);
        return ready >> (static_cast<unsigned>(task.urgency_) + 1) != 0;
    }
    /// Returns whether there is any ready task, or more than one open task.
    bool has_others() const noexcept { return has_ready() || open_count_.load(std::memory_order_relaxed) > 1; }
    /// Returns the number of tasks that have become ready or open so far. If the number has changed, there are new
    /// tasks.
    unsigned posts() const noexcept { return posts_.load(std::memory_order_relaxed); }
    /// Returns whether another thread may join the open task. `holders_` is the number of threads that run the task's
    /// units, plus one for the list.
    static bool has_room(const Task& task) noexcept {
        return task.holders_.load(std::memory_order_relaxed) <= task.max_threads_;
    }

    /// Returns the estimated time of all ready tasks together.
    float ready_cost_ns() const noexcept { return ready_cost_ns_; }
    /// Returns the value of ticks() when a thread last began or joined a task.
    std::uint64_t last_claim() const noexcept { return last_claim_; }

    void add(Task& task) noexcept;
    void take(Task& task) noexcept;
    /// Adds a task that has begun to the open tasks, so that other threads may join it.
    void open(Task& task) noexcept;
    /// Removes an open task, so that no further thread joins it. Returns false if another thread has already removed
    /// it.
    bool close(Task& task) noexcept;

    /// Takes the next ready task for a thread, or joins the next open task; the result is empty if there is no such
    /// task.
    Pick pick() noexcept;
    /// Takes `task` if it is ready, or joins it if it is open and another thread may join; otherwise the result is
    /// empty.
    Pick pick_needed(Task& task) noexcept;
    /// Takes the first ready task that may end within `ns`; returns null if there is none.
    Task* take_short(float ns) noexcept;
    /// Searches the first ready task of each level for a task of `owner`, and takes this task; returns null if there is
    /// none.
    Task* take_front_of(const void* owner) noexcept;
    /// Moves the ready tasks of `owner` before the ready tasks of other owners.
    void bring_forward(const void* owner) noexcept;

    /// Returns whether a further thread would find work.
    bool has_work_for_more() const noexcept;
    bool has_work_besides(const Task& task) const noexcept;
    /// Returns whether `test` accepts the first ready task or the first open task of any level of urgency.
    template <class Test>
    bool any_front(Test&& test) const noexcept {
        const auto passes = [&](const TaskList& list) { return !list.empty() && test(*list.front()); };
        return std::ranges::any_of(levels_,
                                   [&](const Level& level) { return passes(level.ready) || passes(level.open); });
    }

    /// Drops the open tasks, and sets the ready tasks aside: from then on, a ready task runs only on a thread that
    /// needs it.
    void set_all_aside() noexcept;

private:
    /// The tasks of one urgency.
    struct Level {
        TaskList ready;
        TaskList open;
    };

    Level& level_of(const Task& task) noexcept { return levels_[static_cast<unsigned>(task.urgency_)]; }
    Task* take_short_of(TaskList& list, float ns) noexcept;
    Task* join_open(Level& level) noexcept;
    Pick pick_from(Level& level) noexcept;
    unsigned busy_levels() const noexcept;

    std::array<Level, urgencies> levels_;
    std::atomic<unsigned> ready_levels_ = 0;  // bit u is set if levels_[u].ready is not empty
    std::atomic<unsigned> open_count_ = 0;    // number of open tasks in all levels
    std::atomic<unsigned> posts_ = 0;
    float ready_cost_ns_ = 0;
    unsigned picks_ = 0;
    OpenTurns turns_;
    std::uint64_t last_claim_ = 0;
};

}  // namespace lanewise::device

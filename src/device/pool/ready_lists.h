// The tasks of an arena that threads may take up, by urgency. Ready tasks have not begun; open tasks have units to
// claim. Decides which task is next. All is guarded by the arena's mutex. Without the mutex, answers may be outdated.
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

/// The level to look at first: the most urgent one that has tasks, at times the least urgent one. Bit u of `busy`:
/// level u has tasks. `picks` counts the calls.
constexpr unsigned level_of_pick(unsigned busy, unsigned picks) noexcept {
    const auto low = static_cast<unsigned>(std::countr_zero(busy | 1u << (urgencies - 1)));
    if (busy == 0 || picks % picks_per_low == 0) return low;
    return static_cast<unsigned>(std::bit_width(busy)) - 1;
}

/// Alternation of open and ready tasks: each have their turn for a time.
class OpenTurns {
public:
    /// Whether open tasks have their turn at `now_ticks`.
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
        bool is_new = false;  // false: a started task that the thread joins
    };

    // Without the mutex:
    bool has_work() const noexcept { return ready_levels_ != 0 || open_count_ != 0; }
    bool has_ready() const noexcept { return ready_levels_.load(std::memory_order_relaxed) != 0; }
    bool has_open() const noexcept { return open_count_ != 0; }
    /// Whether a ready task is more urgent than `task`.
    bool has_ready_above(const Task& task) const noexcept {
        const unsigned ready = ready_levels_.load(std::memory_order_relaxed);
        return ready >> (static_cast<unsigned>(task.urgency_) + 1) != 0;
    }
    /// Whether there is a task besides one that is open.
    bool has_others() const noexcept { return has_ready() || open_count_.load(std::memory_order_relaxed) > 1; }
    /// Number of tasks that have become ready or open, to notice new ones.
    unsigned posts() const noexcept { return posts_.load(std::memory_order_relaxed); }
    /// Whether another thread may join. The list counts as one of the holders.
    static bool has_room(const Task& task) noexcept {
        return task.holders_.load(std::memory_order_relaxed) <= task.max_threads_;
    }

    /// The cost of all ready tasks.
    float ready_cost_ns() const noexcept { return ready_cost_ns_; }
    /// ticks() when a task was last taken up.
    std::uint64_t last_claim() const noexcept { return last_claim_; }

    void add(Task& task) noexcept;
    void take(Task& task) noexcept;
    /// Lists a started task, for its thread and those that join.
    void open(Task& task) noexcept;
    /// Takes the task off its list, so that no other thread looks at it; false when another thread has done so.
    bool close(Task& task) noexcept;

    /// The next task for a thread; null when there is none.
    Pick pick() noexcept;
    /// Takes `task` up if it is ready, or joins it if it has room; else null.
    Pick pick_needed(Task& task) noexcept;
    /// Takes the first ready task that may end within `ns`.
    Task* take_short(float ns) noexcept;
    /// Takes the next task of a level if it belongs to `owner`.
    Task* take_front_of(const void* owner) noexcept;
    /// Puts the ready tasks of `owner` before those of others.
    void bring_forward(const void* owner) noexcept;

    /// Whether a thread that comes now finds work.
    bool has_work_for_more() const noexcept;
    bool has_work_besides(const Task& task) const noexcept;
    /// Whether the next ready or open task of a level passes `test`.
    template <class Test>
    bool any_front(Test&& test) const noexcept {
        const auto passes = [&](const TaskList& list) { return !list.empty() && test(*list.front()); };
        return std::ranges::any_of(levels_,
                                   [&](const Level& level) { return passes(level.ready) || passes(level.open); });
    }

    /// Drops the open tasks, and sets the ready ones aside for the threads that need them.
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
    std::atomic<unsigned> ready_levels_ = 0;  // bit u: levels_[u].ready is not empty
    std::atomic<unsigned> open_count_ = 0;    // of all levels
    std::atomic<unsigned> posts_ = 0;
    float ready_cost_ns_ = 0;
    unsigned picks_ = 0;
    OpenTurns turns_;
    std::uint64_t last_claim_ = 0;
};

}  // namespace lanewise::device

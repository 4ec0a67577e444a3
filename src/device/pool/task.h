// A task of an arena. A task has one or more units; threads claim ranges of units until none is left. The maker of the
// task estimates the time of the units, and the estimate is corrected as they run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "device/pool/claims.h"
#include "device/pool/worker_memory.h"

namespace lanewise::device {

/// Order of ready tasks: higher ones go first, and lower ones still get a share.
enum class Urgency : std::uint8_t { low, normal, high };
inline constexpr unsigned urgencies = 3;

/// Nobody may destroy a posted task: finish() is its last call and may destroy it.
class Task {
public:
    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

protected:
    ~Task() = default;

    /// Called once, before all else, by the thread that takes the task up. Returns the number of units to run; 0: none.
    virtual std::uint64_t start() noexcept = 0;

    /// Runs the units [first, first + count). Called by many threads at once.
    virtual void run_units(std::uint64_t first, std::uint64_t count, WorkerMemory& memory) noexcept = 0;

    /// Called once, when all units have run. May destroy the task.
    virtual void finish() noexcept = 0;

    /// Estimated nanoseconds of all units together, and of one; set before post() or in start().
    void set_cost(float total_ns, float unit_ns) noexcept {
        cost_ns_ = total_ns;
        unit_ns_.store(std::max(unit_ns, shortest_unit_ns), std::memory_order_relaxed);
    }
    void set_urgency(Urgency urgency) noexcept { urgency_ = urgency; }
    /// Sets the owner. A thread that waits with this owner (Waiter) needs all of the owner's ready tasks.
    void set_owner(const void* owner) noexcept { owner_ = owner; }
    /// Limits how many threads run units at the same time.
    void set_max_threads(unsigned threads) noexcept { max_threads_ = std::max(threads, 1u); }

    /// Has the task timed even if it has one unit only.
    void set_timed() noexcept { is_timed_ = true; }

    /// Cancels all unclaimed units; called from run_units() when they are of no use.
    void skip_rest() noexcept { claims_.drop(); }

    /// Allows units to be begun in any order: none waits for another.
    void set_any_order() noexcept { is_any_order_ = true; }

    /// Marks the cost as a mere guess: the task may take any time.
    void set_unknown() noexcept { is_unknown_ = true; }
    /// Marks a task that nobody waits for. From the next kick on, a few of these tasks run at a time, on threads of
    /// their own with a low priority.
    void set_background() noexcept { is_background_ = true; }
    /// Sets the least time that all units may take together, if it is below the estimate.
    void set_least_cost(float ns) noexcept { least_ns_ = ns; }

    /// Ticks (clock.h) that all units have taken together, 0 when they were not timed; for finish().
    std::uint64_t spent_ticks() const noexcept { return spent_ticks_.load(std::memory_order_relaxed); }
    std::uint64_t units() const noexcept { return units_; }
    /// Whether other threads might have taken part; for finish().
    bool is_shared() const noexcept { return is_shared_; }

private:
    friend class Arena;
    friend class RangeSharing;
    friend class ReadyLists;
    friend class TaskList;
    friend class Waiter;

    static constexpr float shortest_unit_ns = 0.1f;

    /// Corrects the estimate of the other units by the ticks that `units` units took.
    void note(std::uint64_t units, std::uint64_t took_ticks) noexcept;
    /// Whether the task may be over within `ns`.
    bool may_end_within(float ns) const noexcept { return std::min(cost_ns_, least_ns_) <= ns; }
    /// Whether the task may keep a thread for longer than `ns`.
    bool may_exceed(float ns) const noexcept { return is_unknown_ || cost_ns_ > ns; }
    float unit_ns() const noexcept { return unit_ns_.load(std::memory_order_relaxed); }

    Task* next_ = nullptr;  // links and listed_: under the arena's mutex
    Task* previous_ = nullptr;
    bool listed_ = false;
    bool is_open_ = false;       // listed as started; under the arena's mutex
    bool is_set_aside_ = false;  // ready, but only for a thread that needs it; under the arena's mutex
    const void* owner_ = nullptr;
    Urgency urgency_ = Urgency::normal;
    bool is_timed_ = false;
    bool is_unknown_ = false;
    bool is_any_order_ = false;
    bool is_background_ = false;
    bool is_shared_ = false;
    unsigned max_threads_ = ~0u;
    float cost_ns_ = 0;
    float least_ns_ = std::numeric_limits<float>::max();
    std::atomic<float> unit_ns_ = shortest_unit_ns;
    float expected_unit_ns_ = 0;  // the estimate when the task was opened
    std::uint64_t units_ = 0;
    Claims claims_;
    std::atomic<std::uint64_t> spent_ticks_ = 0;
    std::atomic<std::uint32_t> holders_ = 0;  // threads that run units, plus the list while listed
};

/// Intrusive first-in first-out list of tasks. Not thread-safe.
class TaskList {
public:
    bool empty() const noexcept { return first_ == nullptr; }
    Task* front() const noexcept { return first_; }
    void push_back(Task& task) noexcept;
    void remove(Task& task) noexcept;
    /// Takes all of `other`.
    void append(TaskList& other) noexcept;
    static Task* after(const Task& task) noexcept { return task.next_; }

private:
    Task* first_ = nullptr;
    Task* last_ = nullptr;
};

}  // namespace lanewise::device

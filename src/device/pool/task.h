// A task of an arena. A task has one or more units. Threads claim ranges of units until no unit is left. The creator of
// the task estimates the time of the units, and the estimate is corrected while units run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "device/pool/claims.h"
#include "device/pool/worker_memory.h"

namespace lanewise::device {

/// The urgency of a ready task. Tasks of higher urgency run first, although tasks of lower urgency still get some of
/// the threads' time.
enum class Urgency : std::uint8_t { low, normal, high };
inline constexpr unsigned urgencies = 3;

/// The creator must not destroy a posted task; finish(), which is called last, may destroy the task.
class Task {
public:
    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

protected:
    ~Task() = default;

    /// Called once, before all other functions, by the thread that begins the task. Returns the number of units to run,
    /// which may be 0.
    virtual std::uint64_t start() noexcept = 0;

    /// Runs the units [first, first + count). Several threads may call this function at once.
    virtual void run_units(std::uint64_t first, std::uint64_t count, WorkerMemory& memory) noexcept = 0;

    /// Called once, after all units have run. May destroy the task.
    virtual void finish() noexcept = 0;

    /// Sets the estimated nanoseconds of all units together and of one unit. Must be called before post() or in
    /// start().
    void set_cost(float total_ns, float unit_ns) noexcept {
        cost_ns_ = total_ns;
        unit_ns_.store(std::max(unit_ns, shortest_unit_ns), std::memory_order_relaxed);
    }
    void set_urgency(Urgency urgency) noexcept { urgency_ = urgency; }
    /// Sets the owner. A thread that waits for an owner (Waiter) needs all ready tasks of this owner.
    void set_owner(const void* owner) noexcept { owner_ = owner; }
    /// Limits the number of threads that run units at the same time.
    void set_max_threads(unsigned threads) noexcept { max_threads_ = std::max(threads, 1u); }

    /// Requests that the task's time is measured even if the task has only one unit.
    void set_timed() noexcept { is_timed_ = true; }

    /// Cancels all unclaimed units. May be called from run_units().
    void skip_rest() noexcept { claims_.drop(); }

    /// Allows units to begin in any order. No unit may then wait for another unit.
    void set_any_order(bool any = true) noexcept { is_any_order_ = any; }

    /// Marks the estimated time as a guess: the task may take any time.
    void set_unknown(bool unknown = true) noexcept { is_unknown_ = unknown; }
    /// Marks a task for which no thread waits. After the next call of Arena::kick(), a few background threads of low
    /// priority run the marked tasks.
    void set_background() noexcept { is_background_ = true; }
    /// Sets the shortest time that all units together may take. If this time is short, a thread without a place may run
    /// the task even if its estimated time is long.
    void set_least_cost(float ns) noexcept { least_ns_ = ns; }

    /// Returns the time of all units together in ticks (clock.h), or 0 if it was not measured. For use in finish().
    std::uint64_t spent_ticks() const noexcept { return spent_ticks_.load(std::memory_order_relaxed); }
    std::uint64_t units() const noexcept { return units_; }
    /// Returns whether other threads may have run units. For use in finish().
    bool is_shared() const noexcept { return is_shared_; }

private:
    friend class Arena;
    friend class RangeSharing;
    friend class ReadyLists;
    friend class TaskList;
    friend class Waiter;

    static constexpr float shortest_unit_ns = 0.1f;

    /// Corrects the estimated time of a unit: `units` units took `took_ticks`.
    void note(std::uint64_t units, std::uint64_t took_ticks) noexcept;
    /// Returns whether the task may end within `ns`.
    bool may_end_within(float ns) const noexcept { return std::min(cost_ns_, least_ns_) <= ns; }
    /// Returns whether the task may take longer than `ns`.
    bool may_exceed(float ns) const noexcept { return is_unknown_ || cost_ns_ > ns; }
    float unit_ns() const noexcept { return unit_ns_.load(std::memory_order_relaxed); }

    Task* next_ = nullptr;  // this member and the next two are guarded by the arena's mutex
    Task* previous_ = nullptr;
    bool listed_ = false;
    bool is_open_ = false;       // whether the task is in the list of open tasks; guarded by the arena's mutex
    bool is_set_aside_ = false;  // whether only a thread that needs the task may run it; guarded by the arena's mutex
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
    float expected_unit_ns_ = 0;  // estimated time of a unit when the task became open
    std::uint64_t units_ = 0;
    Claims claims_;
    std::atomic<std::uint64_t> spent_ticks_ = 0;
    /// Number of threads that run units, plus one while the task is in the list of open tasks.
    std::atomic<std::uint32_t> holders_ = 0;
};

/// An intrusive first-in, first-out list of tasks. Not thread-safe.
class TaskList {
public:
    bool empty() const noexcept { return first_ == nullptr; }
    Task* front() const noexcept { return first_; }
    void push_back(Task& task) noexcept;
    void remove(Task& task) noexcept;
    /// Moves all tasks of `other` to the end of this list.
    void append(TaskList& other) noexcept;
    static Task* after(const Task& task) noexcept { return task.next_; }

private:
    Task* first_ = nullptr;
    Task* last_ = nullptr;
};

}  // namespace lanewise::device

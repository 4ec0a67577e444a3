// Ready work: what an arena runs. A task has one or more units; threads claim ranges of them until none
// is left. How long the units take is estimated by who makes the task and corrected as they run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>

#include "device/pool/claims.h"
#include "device/pool/worker_memory.h"

namespace lanewise::device {

/// Which of several ready tasks goes first; the lower ones still get a share.
enum class Urgency : std::uint8_t { low, normal, high };
inline constexpr unsigned urgencies = 3;

/// Owned by nobody while posted: finish() is its last call.
class Task {
public:
    Task() = default;
    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

protected:
    ~Task() = default;

    /// Called once, before everything else, by the thread that takes the task up. Returns how many
    /// units there are to run; 0 when there is nothing to run.
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
    /// All ready tasks of one owner are needed by whoever waits with that owner (Waiter).
    void set_owner(const void* owner) noexcept { owner_ = owner; }
    /// At most so many threads run units at the same time.
    void set_max_threads(unsigned threads) noexcept { max_threads_ = std::max(threads, 1u); }

    /// Without, a task of one unit is not timed.
    void set_timed() noexcept { is_timed_ = true; }

    /// None of the units that nobody has begun with is run; from run_units(), when there is no use in them.
    void skip_rest() noexcept { claims_.drop(); }

    /// Units need not be begun in their order: none waits for another.
    void set_any_order() noexcept { is_any_order_ = true; }

    /// The cost is a mere guess: it may take any time.
    void set_unknown() noexcept { is_unknown_ = true; }
    /// Nobody waits for it: from the next kick on a few of such tasks run at a time, on threads of their own with a low
    /// priority.
    void set_background() noexcept { is_background_ = true; }
    /// The least that all units may take together, when that is less than the estimate.
    void set_least_cost(float ns) noexcept { least_ns_ = ns; }

    /// Ticks (clock.h) that all units have taken together, 0 when they were not timed; for finish().
    std::uint64_t spent_ticks() const noexcept { return spent_ticks_.load(std::memory_order_relaxed); }
    std::uint64_t units() const noexcept { return units_; }
    /// Whether other threads might have taken part; for finish().
    bool is_shared() const noexcept { return is_shared_; }

private:
    friend class Arena;
    friend class TaskList;
    friend class Waiter;

    static constexpr float shortest_unit_ns = 0.1f;

    /// Some units have taken so long: corrects the estimate of the others.
    void note(std::uint64_t units, std::uint64_t took_ticks) noexcept;
    /// Whether it may be over within `ns`.
    bool may_end_within(float ns) const noexcept { return std::min(cost_ns_, least_ns_) <= ns; }
    /// Whether a thread that runs it may be away for longer than `ns`.
    bool may_exceed(float ns) const noexcept { return is_unknown_ || cost_ns_ > ns; }
    float unit_ns() const noexcept { return unit_ns_.load(std::memory_order_relaxed); }

    Task* next_ = nullptr;  // links and listed_: under the arena's mutex
    Task* previous_ = nullptr;
    bool listed_ = false;
    bool is_open_ = false;       // listed as started; under the arena's mutex
    bool is_set_aside_ = false;  // ready, for who needs it alone; under the arena's mutex
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
    float expected_unit_ns_ = 0;  // when it was opened
    std::uint64_t units_ = 0;
    Claims claims_;
    std::atomic<std::uint64_t> spent_ticks_ = 0;
    std::atomic<std::uint32_t> holders_ = 0;  // threads inside, and the list while listed
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

// The thread pool of a device and the work that is ready for it.
//
// A Task is a piece of ready work of one or more units; any thread that takes part claims ranges of its
// units until none is left. Taking part are oneTBB workers, recruited when there is something to do,
// and host threads that wait for something (help). At most `concurrency` threads take part at once;
// a thread that finds nothing to claim leaves: nobody polls.
//
// post() alone wakes nobody: small commands are gathered until somebody waits or kicks.
// Thread-safe.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "device/spin_mutex.h"
#include "device/worker_memory.h"

namespace lanewise::device {

class Arena;

/// Ready work. Owned by nobody while posted: finish() is its last call.
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
    virtual void run_units(std::uint64_t first, std::uint64_t count,
                           WorkerMemory& memory) noexcept = 0;

    /// Called once, when all units have run. May destroy the task.
    virtual void finish() noexcept = 0;

    /// Estimated nanoseconds of all units together, and of one; set before post() or in start().
    void set_cost(std::uint64_t total_ns, std::uint64_t unit_ns) noexcept {
        cost_ns_ = total_ns;
        unit_ns_ = unit_ns;
    }

private:
    friend class Arena;
    friend class TaskList;

    Task* next_ = nullptr;                       // links and listed_: under the arena's mutex
    Task* previous_ = nullptr;
    bool listed_ = false;
    std::uint64_t cost_ns_ = 0;
    std::uint64_t unit_ns_ = 0;
    std::uint64_t units_ = 0;
    std::uint64_t grain_ = 1;
    std::atomic<std::uint64_t> claimed_ = 0;     // units handed out; may pass units_
    std::atomic<std::uint32_t> holders_ = 0;     // threads inside, and the list while listed
};

/// Intrusive first-in first-out list of tasks. Not thread-safe.
class TaskList {
public:
    bool empty() const noexcept { return first_ == nullptr; }
    Task* front() const noexcept { return first_; }
    void push_back(Task& task) noexcept;
    void remove(Task& task) noexcept;
    static Task* after(const Task& task) noexcept { return task.next_; }

private:
    Task* first_ = nullptr;
    Task* last_ = nullptr;
};

/// A host thread that waits for one thing. Lives on that thread's stack.
class Waiter {
public:
    /// The thing has happened. The waiter may be gone as soon as this is called.
    void set_done() noexcept;
    bool done() const noexcept { return state_.load(std::memory_order_acquire) == done_state; }

    /// For who keeps a list of waiters.
    Waiter* next_for_event = nullptr;

private:
    friend class Arena;

    static constexpr std::uint32_t waiting = 0, work_state = 1, done_state = 2;
    void set_work() noexcept;
    void sleep() noexcept;

    std::atomic<std::uint32_t> state_ = waiting;
    Waiter* next_sleeper_ = nullptr;             // under the arena's mutex
    bool listed_ = false;                        // under the arena's mutex
};

class Arena : public std::enable_shared_from_this<Arena> {
public:
    /// Made by std::make_shared: a recruited worker keeps its arena alive.
    explicit Arena(unsigned concurrency);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    unsigned concurrency() const noexcept { return concurrency_; }

    /// Hands over a ready task. Wakes nobody unless more has gathered than one thread should do.
    void post(Task& task) noexcept;

    /// What was posted gets done from now on without any further call.
    void kick() noexcept;

    /// Runs posted tasks on the calling thread until `waiter` is done; sleeps when there are none.
    void help(Waiter& waiter) noexcept;

    /// Whether the calling thread takes part in this arena right now.
    bool is_participant() const noexcept;

private:
    class Pool;
    class Participation;

    void worker_main() noexcept;
    /// Under mutex_: one recruited worker is here, or will not come. Yields what keeps the arena alive.
    std::shared_ptr<Arena> recruit_arrived() noexcept;
    bool run_next(const Waiter* waiter) noexcept;
    void start_task(Task& task, const Waiter* waiter) noexcept;
    void share_units(Task& task, const Waiter* waiter) noexcept;
    void choose_grain(Task& task) const noexcept;
    bool should_turn_to_others() const noexcept;
    bool try_enter() noexcept;
    void leave() noexcept;
    void sleep_until_useful(Waiter& waiter) noexcept;

    bool has_work() const noexcept { return !ready_.empty() || !open_.empty(); }
    bool may_wake() const noexcept { return participants_ + recruited_ < concurrency_; }
    void wake_one(std::unique_lock<SpinMutex>& lock) noexcept;
    Pool& pool();

    const unsigned concurrency_;
    SpinMutex mutex_;                            // guards all that has no own rule
    TaskList ready_;                             // posted, not started
    TaskList open_;                              // started, with units to claim
    std::atomic<unsigned> open_count_ = 0;
    std::atomic<unsigned> ready_count_ = 0;
    std::uint64_t ready_cost_ns_ = 0;
    std::uint64_t last_claim_ = 0;               // ticks(), when a task was last taken up
    Waiter* sleepers_ = nullptr;
    unsigned participants_ = 0;
    unsigned recruited_ = 0;                     // workers called and not here yet
    std::shared_ptr<Arena> alive_for_recruits_;  // itself, while there are any
    std::once_flag pool_once_;
    std::unique_ptr<Pool> pool_;                 // made at the first recruitment
};

}  // namespace lanewise::device

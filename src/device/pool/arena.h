// The thread pool of a device, and the tasks that are ready to run.
//
// Each participating thread claims ranges of a task's units until no unit is left. Participants are workers
// (own_threads.h), which are recruited when there is work, and host threads that wait for something (help). Each
// participant holds one of `concurrency` places; a thread that finds nothing to claim gives its place back. A host
// thread may wait with a waiter that chooses its tasks (waiter.h). The thread then runs only tasks that the waiter
// needs. If such a task is short, the thread runs it even when all places are taken. If all places are taken for a long
// time, a kick starts an extra thread, which runs short tasks.
//
// A call of post() for a small command wakes no thread: such commands gather until a thread waits or calls kick(). If a
// thread makes a task ready by finishing another task, the same thread runs the new task. If several tasks are ready, a
// thread runs each of them for about `turn_ns` (a turn), urgent tasks first. In the child of a fork, only the forking
// thread exists. The child does not continue tasks that other threads were running, and runs a ready task only if a
// thread waits for the task.
//
// Three parts of an arena have classes of their own. They are the threads (roster.h), the tasks and their order
// (ready_lists.h), and the division of a task into ranges (range_sharing.h). The class Arena contains the mutex, starts
// and wakes threads, and runs tasks. The file arena.cpp implements participants, arena_extra.cpp extra threads, and
// arena_background.cpp tasks for which no thread waits. The file arena_pick.cpp takes a thread's next task, and
// arena_run.cpp runs it. Thread-safe.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>

#include "device/machine/cpu/cpu_set.h"
#include "device/machine/spin_mutex.h"
#include "device/pool/ready_lists.h"
#include "device/pool/roster.h"
#include "device/pool/task.h"
#include "device/pool/waiter.h"

namespace lanewise::device {

class RangeSharing;

class Arena : public std::enable_shared_from_this<Arena> {
public:
    /// Must be created by std::make_shared, since a recruited worker keeps its arena alive. Workers run on `cpus`. If
    /// `binds_hosts` is true, host threads are also bound to these CPUs while they help.
    explicit Arena(unsigned concurrency, CpuSet cpus = {}, bool binds_hosts = false);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    unsigned concurrency() const noexcept { return concurrency_; }
    const CpuSet& cpus() const noexcept { return cpus_; }

    /// Adds a task that is ready to run. Wakes a thread only if more work has gathered than one thread should run.
    void post(Task& task) noexcept;

    /// Ensures that all posted tasks will run without a further call of the arena. Returns false if no thread could be
    /// started to run them.
    bool kick() noexcept;

    /// Like kick(). If no thread could be started, the calling thread runs tasks before the function returns.
    void kick_or_work() noexcept;

    /// Runs posted tasks on the calling thread until the condition of `waiter` is true; sleeps while there are no tasks
    /// to run.
    void help(Waiter& waiter) noexcept;

    /// Runs all ready tasks of `owner` on the calling thread, including tasks of `owner` that become ready meanwhile.
    /// Call this function only for short tasks, since the thread runs the tasks without one of the arena's places. When
    /// the function returns, other threads may still run units of these tasks.
    void run_all_of(const void* owner) noexcept;

    /// Runs all units of an unposted task on the calling thread, which needs no place. The task must allow only one
    /// thread (Task::set_max_threads).
    void run_here(Task& task) noexcept;

    /// Returns whether the calling thread is a participant and is not away.
    bool is_participant() const noexcept;

    /// Scope around a call of an application's function, for example a callback. The function may take long and wait
    /// for anything. The calling thread therefore hands its kept task back to the arena, and other threads are called
    /// for the ready tasks.
    class ForeignCall;

private:
    class Participation;
    class LongRun;
    // arena.cpp
    Participation* participation() const noexcept;
    void start_anew() noexcept;
    void worker_main() noexcept;
    /// Records that a recruited worker has arrived, or will not come. Called under mutex_. Returns the reference that
    /// keeps the arena alive.
    std::shared_ptr<Arena> recruit_arrived() noexcept;
    bool linger(unsigned home) noexcept;
    bool try_enter() noexcept;
    void leave(bool for_others) noexcept;
    void work_until(Waiter& waiter, Participation& self) noexcept;
    void work_in_turn(Waiter& waiter) noexcept;
    void run_short_needed(Waiter& waiter) noexcept;
    void put_back_kept(Participation& self) noexcept;
    void wait_for_called(const Waiter& waiter) noexcept;
    void spin_until_useful(const Waiter& waiter, unsigned seen_posts) const noexcept;
    void sleep_until_useful(Waiter& waiter, unsigned seen_posts) noexcept;
    void wake(unsigned threads, float work_ns, std::unique_lock<SpinMutex>& lock) noexcept;
    bool wake_one(std::unique_lock<SpinMutex>& lock) noexcept;
    void call_for(float work_ns, unsigned most, std::unique_lock<SpinMutex>& lock) noexcept;
    bool recruit(std::unique_lock<SpinMutex>& lock) noexcept;
    bool can_help(const Waiter& sleeper) const noexcept;

    // arena_extra.cpp
    bool call_extra(std::unique_lock<SpinMutex>& lock) noexcept;
    void extra_main() noexcept;
    bool run_short(Participation& self) noexcept;

    // arena_background.cpp
    void call_background(std::unique_lock<SpinMutex>& lock) noexcept;
    void background_main() noexcept;

    // arena_pick.cpp
    bool run_next(const Waiter* waiter, Participation& self) noexcept;
    bool run_needed(Waiter& waiter, Participation& self) noexcept;
    void run_picked(const ReadyLists::Pick& picked, std::unique_lock<SpinMutex>& lock, const Waiter* waiter,
                    Participation& self) noexcept;
    bool is_turn_of_others(const Task& task, Participation& self) const noexcept;
    bool may_go_on(const Task& task, const Participation& self) const noexcept;

    // arena_run.cpp
    void start_task(Task& task, const Waiter* waiter, Participation& self) noexcept;
    void open_task(Task& task) noexcept;
    void share_units(Task& task, const Waiter* waiter, Participation& self) noexcept;
    void finish_task(Task& task, Participation& self) noexcept;
    unsigned threads_for(const Task& task) const noexcept;
    bool should_turn(const Task& task, const RangeSharing& sharing) const noexcept;

    class AllArenas;
    static thread_local Participation* innermost_;

    const unsigned concurrency_;
    const CpuSet cpus_;
    const bool binds_hosts_;
    SpinMutex mutex_;  // guards all members whose comments state no other rule
    ReadyLists lists_;
    TaskList background_;  // posted background tasks that have not begun
    Roster roster_;
    MissedWork missed_;
    std::shared_ptr<Arena> alive_for_recruits_;  // keeps the arena alive until all recruits have arrived
};

/// Marks the calling thread as a participant, and holds the state that only this thread uses.
class Arena::Participation {
public:
    explicit Participation(Arena& arena, bool has_place = true) noexcept;
    ~Participation();
    Participation(const Participation&) = delete;
    Participation& operator=(const Participation&) = delete;

    Arena* const arena;
    Participation* const outer;  // the thread's participation in which this one is nested, or null
    const bool has_place;        // whether the thread holds a place of the roster
    std::uint64_t since = 0;     // the value of ticks() when other threads first wanted the place
    bool gave_way = false;       // whether the thread gave its place to other threads while it still had work
    Task* kept = nullptr;        // a task that this thread made ready and will run next
    unsigned kept_in_turn = 0;
    unsigned home = 0;  // 0 for a host thread; each worker that is awake has a different home
    bool finishing = false;
    bool is_extra = false;
    bool is_away = false;  // whether the thread runs something that may take long
};

}  // namespace lanewise::device

// The thread pool of a device, and its ready tasks.
//
// Each participating thread claims ranges of a task's units until none is left. The participants are workers
// (own_threads.h), recruited when there is work, and host threads that wait for something (help). Each participant
// holds one of `concurrency` places; a thread that finds nothing to claim gives its place back. A host thread whose
// waiter chooses runs only the tasks it needs (waiter.h), and short ones of these even when all places are taken. While
// all places are taken for long, a kick starts an extra thread, which runs short tasks.
//
// post() alone wakes no thread: small commands are gathered until a thread waits or kicks. A task that becomes ready
// when another one finishes is run by the same thread. Tasks share the threads in turns of `turn_ns`, urgent tasks
// first. The child of a fork has no other threads: tasks that they ran are not continued, and a ready task runs only if
// a thread waits for it.
//
// Parts: roster.h has the threads, ready_lists.h the tasks and their order, range_sharing.h the division of a task.
// This class has the mutex, starts and wakes threads, and runs tasks: participants in arena.cpp, extra threads in
// arena_extra.cpp, tasks that nobody waits for in arena_background.cpp. A thread's next task is taken in arena_pick.cpp
// and run in arena_run.cpp. Thread-safe.
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
    /// To be made by std::make_shared: a recruited worker keeps its arena alive. Workers run on `cpus`; with
    /// `binds_hosts`, host threads run there too while they help.
    explicit Arena(unsigned concurrency, CpuSet cpus = {}, bool binds_hosts = false);
    ~Arena();
    Arena(const Arena&) = delete;
    Arena& operator=(const Arena&) = delete;

    unsigned concurrency() const noexcept { return concurrency_; }
    const CpuSet& cpus() const noexcept { return cpus_; }

    /// Hands over a ready task. Wakes no thread unless more work has gathered than one thread should run.
    void post(Task& task) noexcept;

    /// Has the posted tasks run from now on, without any further call. Returns false when no thread could be started
    /// for them.
    bool kick() noexcept;

    /// As kick(). If no thread could be started, the calling thread runs tasks before this returns.
    void kick_or_work() noexcept;

    /// Runs posted tasks on the calling thread until `waiter` is done; sleeps when there are none.
    void help(Waiter& waiter) noexcept;

    /// Runs all ready tasks of `owner`, and those of its tasks that become ready by that, on the calling thread, which
    /// needs no place. For tasks that are known to end soon. Other threads may still take part in these tasks or wait
    /// for them.
    void run_all_of(const void* owner) noexcept;

    /// Whether the calling thread takes part in this arena right now.
    bool is_participant() const noexcept;

    /// Scope around a call of a function that the arena does not know, which may take long and wait for anything.
    /// Meanwhile the calling thread keeps no task that others could run, and no task counts on the thread.
    class ForeignCall;

private:
    class Participation;
    class LongRun;
    // arena.cpp
    Participation* participation() const noexcept;
    void start_anew() noexcept;
    void worker_main() noexcept;
    /// Under mutex_: notes that one recruited worker is here, or will not come. Returns the reference that keeps the
    /// arena alive.
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
    SpinMutex mutex_;  // guards all members without a rule of their own
    ReadyLists lists_;
    TaskList background_;  // posted and not begun, for threads of their own
    Roster roster_;
    MissedWork missed_;
    std::shared_ptr<Arena> alive_for_recruits_;  // this arena, while workers from OwnThreads are called
};

/// Marks the calling thread as a participant, and holds the state that belongs to the thread alone.
class Arena::Participation {
public:
    explicit Participation(Arena& arena, bool has_place = true) noexcept;
    ~Participation();
    Participation(const Participation&) = delete;
    Participation& operator=(const Participation&) = delete;

    Arena* const arena;
    Participation* const outer;  // the enclosing one, when a helping thread waits for another arena
    const bool has_place;        // of the roster's participants
    std::uint64_t since = 0;     // ticks() when others first wanted its place
    bool gave_way = false;       // left its place to others while it still had work
    Task* kept = nullptr;        // made ready by the task that finished last
    unsigned kept_in_turn = 0;
    unsigned home = 0;  // 0 for a host thread; workers that are awake have different ones
    bool finishing = false;
    bool is_extra = false;
    bool is_away = false;  // runs something that may take long
};

}  // namespace lanewise::device

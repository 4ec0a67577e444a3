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
// Files: participants are in arena.cpp, extra threads in arena_extra.cpp. Tasks that nobody waits for run in
// arena_background.cpp. A thread's next task is chosen in arena_pick.cpp and shared in arena_run.cpp. Thread-safe.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>

#include "device/machine/cpu_set.h"
#include "device/machine/spin_mutex.h"
#include "device/pool/task.h"
#include "device/pool/waiter.h"

namespace lanewise::device {

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
    struct Lingerer;

    /// The tasks of one urgency.
    struct Level {
        TaskList ready;  // posted, not started
        TaskList open;   // started, with units to claim
    };

    struct Pick {
        Task* task = nullptr;
        bool is_new = false;  // false: a started task that the thread joins
    };

    // arena.cpp
    Participation* participation() const noexcept;
    void start_anew() noexcept;
    void worker_main() noexcept;
    /// Under mutex_: notes that one recruited worker is here, or will not come. Returns the reference that keeps the
    /// arena alive.
    std::shared_ptr<Arena> recruit_arrived() noexcept;
    unsigned take_home() noexcept;
    void give_back_home(unsigned home) noexcept;
    bool linger(unsigned home) noexcept;
    bool take_call() noexcept;
    bool try_enter() noexcept;
    void leave(bool for_others) noexcept;
    void work_until(Waiter& waiter, Participation& self) noexcept;
    void work_in_turn(Waiter& waiter) noexcept;
    void run_short_needed(Waiter& waiter) noexcept;
    void bring_forward(const void* owner) noexcept;
    Task* take_front_of(const void* owner) noexcept;
    void put_back_kept(Participation& self) noexcept;
    void wait_for_called(const Waiter& waiter) noexcept;
    void spin_until_useful(const Waiter& waiter, unsigned seen_posts) const noexcept;
    void sleep_until_useful(Waiter& waiter, unsigned seen_posts) noexcept;
    bool has_work() const noexcept { return ready_levels_ != 0 || open_count_ != 0; }
    bool may_wake() const noexcept { return participants_ + called_ < concurrency_; }
    /// Whether some participant will look for work soon.
    bool is_attended() const noexcept {
        return called_ != 0 || participants_ > long_runs_.load(std::memory_order_relaxed);
    }
    void wake(unsigned threads, float work_ns, std::unique_lock<SpinMutex>& lock) noexcept;
    bool wake_one(std::unique_lock<SpinMutex>& lock) noexcept;
    bool wake_lingering() noexcept;
    unsigned call_lingering(unsigned most, float work_ns) noexcept;
    void call_for(float work_ns, unsigned most, std::unique_lock<SpinMutex>& lock) noexcept;
    bool has_missed(float work_ns) noexcept;
    bool recruit(std::unique_lock<SpinMutex>& lock) noexcept;
    template <class Test>
    bool wake_sleeper(Test&& test) noexcept;
    void wake_all_sleepers() noexcept;
    bool can_help(const Waiter& sleeper) const noexcept;

    // arena_extra.cpp
    bool wants_extra() const noexcept;
    bool call_extra(std::unique_lock<SpinMutex>& lock) noexcept;
    void extra_main() noexcept;
    bool run_short(Participation& self) noexcept;
    Task* take_short(TaskList& list) noexcept;
    Task* take_short() noexcept;

    // arena_background.cpp
    void call_background(std::unique_lock<SpinMutex>& lock) noexcept;
    void background_main() noexcept;

    // arena_pick.cpp
    bool run_next(const Waiter* waiter, Participation& self) noexcept;
    bool run_needed(Waiter& waiter, Participation& self) noexcept;
    void run_picked(const Pick& picked, std::unique_lock<SpinMutex>& lock, const Waiter* waiter,
                    Participation& self) noexcept;
    Pick pick_needed(Task& task) noexcept;
    bool has_work_besides(const Task& task) const noexcept;
    bool is_turn_of_others(const Task& task, Participation& self) const noexcept;
    bool may_go_on(const Task& task, const Participation& self) const noexcept;
    void add_ready(Task& task) noexcept;
    void take_ready(Task& task) noexcept;
    static bool has_room(const Task& task) noexcept;
    bool has_work_for_more() const noexcept;
    Task* join_open(Level& level) noexcept;
    unsigned choose_level() noexcept;
    bool is_turn_of_open() noexcept;
    Pick pick_from(Level& level) noexcept;
    Pick pick() noexcept;

    // arena_run.cpp
    void start_task(Task& task, const Waiter* waiter, Participation& self) noexcept;
    void open_task(Task& task) noexcept;
    void close_task(Task& task, std::uint32_t& holds) noexcept;
    void share_units(Task& task, const Waiter* waiter, Participation& self) noexcept;
    void finish_task(Task& task, Participation& self) noexcept;
    unsigned threads_for(const Task& task) const noexcept;
    bool is_worth_sharing(const Task& task) const noexcept;
    static std::uint64_t probe_of(const Task& task) noexcept;
    bool should_turn(const Task& task, std::uint64_t turn_start) const noexcept;
    static float unit_ns_of(const Task& task) noexcept;
    static float rest_ns_of(const Task& task) noexcept;

    class AllArenas;
    static thread_local Participation* innermost_;

    const unsigned concurrency_;
    const CpuSet cpus_;
    const bool binds_hosts_;
    SpinMutex mutex_;  // guards all members without a rule of their own
    std::array<Level, urgencies> levels_;
    std::atomic<unsigned> ready_levels_ = 0;  // bit u: levels_[u].ready is not empty
    std::atomic<unsigned> open_count_ = 0;    // open tasks of all levels
    std::atomic<unsigned> posts_ = 0;         // number of tasks that have become ready or open, to notice new ones
    TaskList background_;                     // posted and not begun, for threads of their own
    unsigned backgrounds_ = 0;                // number of these threads
    float ready_cost_ns_ = 0;
    unsigned picks_ = 0;
    bool turn_of_open_ = false;
    std::uint64_t turn_start_ = 0;  // ticks()
    std::uint64_t last_claim_ = 0;  // ticks(), when a task was last taken up
    Waiter* sleepers_ = nullptr;
    unsigned participants_ = 0;
    std::atomic<unsigned> long_runs_ = 0;        // participants that may be away for long
    unsigned extras_ = 0;                        // extra threads
    std::atomic<unsigned> long_extras_ = 0;      // extra threads that may be away for long
    unsigned called_ = 0;                        // called workers that have not arrived yet
    unsigned recruited_ = 0;                     // called workers that come from OwnThreads
    std::shared_ptr<Arena> alive_for_recruits_;  // this arena, while recruited_ is not 0
    Lingerer* lingering_ = nullptr;              // workers that spin for more work before they leave, sorted by home
    std::uint64_t homes_ = 1;                    // bit h: a worker has home h; bit 0: home of host threads
    float missed_ns_ = 0;                        // work of tasks in quick succession for which too few workers lingered
    std::uint64_t missed_until_ = 0;             // ticks(): a task opened later begins a new succession
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
    const bool has_place;        // is counted in participants_
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

#include "device/pool/arena.h"

#include <sched.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "device/machine/clock.h"
#include "device/machine/forks.h"
#include "device/machine/not_cancelled.h"
#include "device/pool/all_arenas.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/own_threads.h"
#include "device/pool/seats.h"

namespace lanewise::device {

constinit thread_local Arena::Participation* Arena::innermost_ = nullptr;

// A worker that spins for more work. All but is_called is guarded by mutex_.
struct Arena::Lingerer {
    const unsigned home;
    Lingerer* next = nullptr;
    std::atomic<bool> is_called = false;
};

Arena::Participation::Participation(Arena& arena, bool has_place) noexcept
    : arena(&arena), outer(std::exchange(innermost_, this)), has_place(has_place) {}

Arena::Participation::~Participation() { innermost_ = outer; }

Arena::Arena(unsigned concurrency, CpuSet cpus, bool binds_hosts)
    : concurrency_(std::max(concurrency, 1u)), cpus_(std::move(cpus)), binds_hosts_(binds_hosts) {
    tick_ns();  // starts its measurement
    OwnThreads::instance().keep(concurrency_);
    AllArenas::instance().add(*this);
}

Arena::~Arena() { AllArenas::instance().remove(*this); }

Arena::Participation* Arena::participation() const noexcept {
    Participation* found = innermost_;
    while (found && found->arena != this) found = found->outer;
    return found;
}

// A thread that is away does not count: its present run may take long before it looks for work again.
bool Arena::is_participant() const noexcept {
    const Participation* const self = participation();
    return self && !self->is_away;
}

void Arena::post(Task& task) noexcept {
    if (task.is_background_) {
        const std::lock_guard lock(mutex_);
        return background_.push_back(task);
    }
    Participation* const self = participation();
    // A thread that makes a task ready by finishing another one probably has the task's data in its cache.
    if (self && self->finishing && !self->kept) {
        self->kept = &task;
        return;
    }
    std::unique_lock lock(mutex_);
    add_ready(task);
    // While all places are taken, a thread that waits for the task may still run it if it is short.
    if (!may_wake()) wake_sleeper([&](const Waiter& sleeper) { return sleeper.chooses() && sleeper.wants(task); });
    const float much = self ? wake_ns : gathered_ns;
    if (ready_cost_ns_ > much && (self || participants_ == 0) && may_wake()) wake_one(lock);
}

bool Arena::kick() noexcept {
    std::unique_lock lock(mutex_);
    call_background(lock);
    if (!has_work()) return true;
    if (!may_wake()) return call_extra(lock);
    const bool stuck = nanoseconds(ticks() - last_claim_) > turn_ns;
    const bool is_attended = this->is_attended();
    if (is_attended && ready_cost_ns_ <= wake_ns && !stuck) return true;
    return wake_one(lock) || is_attended;
}

/// Wakes up to `threads` threads, as many as `work_ns` of unclaimed work is worth.
void Arena::wake(unsigned threads, float work_ns, std::unique_lock<SpinMutex>& lock) noexcept {
    for (; threads != 0 && work_ns > wake_ns && may_wake(); --threads, work_ns -= wake_ns) {
        const bool woken = wake_one(lock);
        if (!lock.owns_lock()) lock.lock();
        if (!woken) return;
    }
}

// A lingering worker costs nothing to call. A sleeping host thread is the next best helper: it waits for this very
// work.
bool Arena::wake_one(std::unique_lock<SpinMutex>& lock) noexcept {
    return wake_lingering() || wake_sleeper([&](const Waiter& sleeper) { return can_help(sleeper); }) || recruit(lock);
}

/// Calls workers in the order of their homes. The same workers then come to each launch, with its data in their caches,
/// and the others go to sleep.
bool Arena::wake_lingering() noexcept {
    if (!lingering_) return false;
    ++called_;
    std::exchange(lingering_, lingering_->next)->is_called.store(true, std::memory_order_relaxed);
    return true;
}

/// Calls as many lingering workers as get enough work each; returns their number.
unsigned Arena::call_lingering(unsigned most, float work_ns) noexcept {
    unsigned called = 0;
    while (called < most && work_ns > call_ns * static_cast<float>(called + 1) && may_wake() && wake_lingering())
        ++called;
    return called;
}

/// Calls threads for work that has just begun.
void Arena::call_for(float work_ns, unsigned most, std::unique_lock<SpinMutex>& lock) noexcept {
    const unsigned called = call_lingering(most, work_ns);
    if (called == most) return;
    const float each_ns = work_ns / static_cast<float>(called + 1);
    const float beyond_ns = work_ns - wake_ns * static_cast<float>(called);
    if (beyond_ns > wake_ns)
        wake(std::min(2u, most - called), beyond_ns, lock);
    else if (each_ns > share_ns && has_missed(each_ns) && may_wake())
        wake_one(lock);
}

/// Adds up the work of tasks in quick succession, each too short to wake a thread for. True when there have been so
/// many that a thread, once awake, would share enough of them.
bool Arena::has_missed(float work_ns) noexcept {
    const std::uint64_t now = ticks();
    if (now > missed_until_) missed_ns_ = 0;
    missed_until_ = now + static_cast<std::uint64_t>((work_ns + linger_ns) / tick_ns());
    missed_ns_ += work_ns;
    if (missed_ns_ < much_missed_ns) return false;
    missed_ns_ = 0;
    return true;
}

/// Wakes the first sleeping host thread that passes `test`, among the first sleepers_looked_at.
template <class Test>
bool Arena::wake_sleeper(Test&& test) noexcept {
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

/// Whether the host thread needs one of the tasks that are next in their lists.
bool Arena::can_help(const Waiter& sleeper) const noexcept {
    const auto wants_front = [&](const TaskList& list) { return !list.empty() && sleeper.wants(*list.front()); };
    return std::ranges::any_of(levels_,
                               [&](const Level& level) { return wants_front(level.ready) || wants_front(level.open); });
}

void Arena::wake_all_sleepers() noexcept {
    while (wake_sleeper([](const Waiter&) { return true; })) {
    }
}

bool Arena::recruit(std::unique_lock<SpinMutex>& lock) noexcept {
    // An earlier recruit has not come yet: the application's own work may occupy all CPUs. A sleeping host thread may
    // need a ready task without knowing it, so wake them all.
    if (recruited_ != 0) wake_all_sleepers();
    ++called_;
    if (recruited_++ == 0) alive_for_recruits_ = shared_from_this();
    lock.unlock();
    const NotCancelled meanwhile;
    try {
        OwnThreads::instance().call([](void* arena) { static_cast<Arena*>(arena)->worker_main(); }, this);
        return true;
    } catch (...) {
        // No thread could be started: the threads that wait for the work run it.
        lock.lock();
        const auto alive = recruit_arrived();
        wake_all_sleepers();
        lock.unlock();
        return false;
    }
}

std::shared_ptr<Arena> Arena::recruit_arrived() noexcept {
    --called_;
    return --recruited_ == 0 ? std::exchange(alive_for_recruits_, nullptr) : alive_for_recruits_;
}

void Arena::worker_main() noexcept {
    std::shared_ptr<Arena> alive;
    const BoundThread bound(cpus_);
    Seat seat;
    seat.take_aside();
    unsigned home = 0;
    {
        std::lock_guard lock(mutex_);
        alive = recruit_arrived();
        if (participants_ >= concurrency_) return;
        ++participants_;
        home = take_home();
    }
    do {
        Participation self(*this);
        self.home = home;
        while (run_next(nullptr, self)) {
        }
        leave(false);
    } while (linger(home));
    const std::lock_guard lock(mutex_);
    give_back_home(home);
}

/// Takes the lowest home that no worker has; 0 when there is none.
unsigned Arena::take_home() noexcept {
    const auto home = static_cast<unsigned>(std::countr_one(homes_)) % 64;
    homes_ |= std::uint64_t{1} << home;
    return home;
}

void Arena::give_back_home(unsigned home) noexcept {
    if (home != 0) homes_ &= ~(std::uint64_t{1} << home);
}

// Spins for a while, so that launches in quick succession find their workers still awake.
bool Arena::linger(unsigned home) noexcept {
    Lingerer self{.home = home};
    const auto place = [&] {
        Lingerer** link = &lingering_;
        while (*link && *link != &self && (*link)->home <= home) link = &(*link)->next;
        return link;
    };
    {
        std::lock_guard lock(mutex_);
        self.next = std::exchange(*place(), &self);
    }
    const std::uint64_t start = ticks();
    while (!self.is_called.load(std::memory_order_relaxed) && nanoseconds(ticks() - start) < linger_ns) pause();
    std::lock_guard lock(mutex_);
    if (self.is_called.load(std::memory_order_relaxed)) return take_call();
    *place() = self.next;
    return false;
}

/// Takes a place for the called worker; false when none is left.
bool Arena::take_call() noexcept {
    --called_;
    if (participants_ >= concurrency_) return false;
    ++participants_;
    return true;
}

bool Arena::try_enter() noexcept {
    std::lock_guard lock(mutex_);
    if (participants_ >= concurrency_) return false;
    ++participants_;
    return true;
}

// Gives the place back, and calls another thread if work is left. Such work was posted since the last look, or belongs
// to a helper whose wait is over. `for_others`: a host thread leaves work that it does not need, or has had its turn.
void Arena::leave(bool for_others) noexcept {
    std::unique_lock lock(mutex_);
    --participants_;
    if (!has_work() || !may_wake()) return;
    if (for_others && (!is_attended() || ready_cost_ns_ > wake_ns || open_count_ != 0)) {
        if (!wake_lingering()) recruit(lock);
    } else if (!is_attended()) {
        wake_one(lock);
    }
}

void Arena::put_back_kept(Participation& self) noexcept {
    Task* const kept = std::exchange(self.kept, nullptr);
    if (!kept) return;
    std::unique_lock lock(mutex_);
    add_ready(*kept);
    wake(1, ready_cost_ns_, lock);
}

void Arena::work_until(Waiter& waiter, Participation& self) noexcept {
    if (waiter.chooses()) {
        while (!waiter.done() && run_needed(waiter, self)) {
        }
    } else {
        while (!waiter.done() && run_next(&waiter, self)) {
        }
    }
    put_back_kept(self);
}

/// Takes part until the waiter needs nothing more, or others want the place.
void Arena::work_in_turn(Waiter& waiter) noexcept {
    bool gave_way = false;
    {
        static const CpuSet anywhere;
        const BoundThread bound(binds_hosts_ ? cpus_ : anywhere);
        Participation fresh(*this);
        work_until(waiter, fresh);
        gave_way = fresh.gave_way;
        leave(waiter.chooses() && (gave_way || !waiter.done()));
    }
    if (gave_way) wait_for_called(waiter);
}

/// Gives a called thread time to take the place.
void Arena::wait_for_called(const Waiter& waiter) noexcept {
    const std::uint64_t start = ticks();
    while (!waiter.done() && nanoseconds(ticks() - start) < turn_ns) {
        {
            std::lock_guard lock(mutex_);
            if (called_ == 0) return;
        }
        sched_yield();
    }
}

/// Runs short needed tasks without a place: waiting for a place would take longer.
void Arena::run_short_needed(Waiter& waiter) noexcept {
    Participation self(*this, /*has_place=*/false);
    while (!waiter.done() && waiter.chooses()) {
        Task* const needed = waiter.find_needed();
        if (!needed) return;
        {
            std::lock_guard lock(mutex_);
            if (!needed->listed_ || needed->is_open_ || !needed->may_end_within(turn_ns)) return;
            take_ready(*needed);
        }
        start_task(*needed, &waiter, self);
        put_back_kept(self);
    }
}

/// Puts the ready tasks of `owner` before those of others.
void Arena::bring_forward(const void* owner) noexcept {
    const std::lock_guard lock(mutex_);
    for (Level& level : levels_) {
        TaskList owned, others;
        while (Task* const task = level.ready.front()) {
            level.ready.remove(*task);
            (task->owner_ == owner ? owned : others).push_back(*task);
        }
        owned.append(others);
        level.ready = owned;
    }
}

Task* Arena::take_front_of(const void* owner) noexcept {
    const std::lock_guard lock(mutex_);
    for (Level& level : levels_) {
        Task* const task = level.ready.front();
        if (!task || task->owner_ != owner) continue;
        take_ready(*task);
        return task;
    }
    return nullptr;
}

// Takes one task at a time: tasks that have not begun stay in the lists, where waiting and idle threads find them.
void Arena::run_all_of(const void* owner) noexcept {
    Participation self(*this, /*has_place=*/false);
    const auto next = [&] {
        Task* const kept = std::exchange(self.kept, nullptr);
        if (kept && kept->owner_ == owner) return kept;
        self.kept = kept;
        put_back_kept(self);
        if (Task* const front = take_front_of(owner)) return front;
        bring_forward(owner);
        return take_front_of(owner);
    };
    while (Task* const task = next()) start_task(*task, nullptr, self);
}

void Arena::help(Waiter& waiter) noexcept {
    while (!waiter.done()) {
        const unsigned seen_posts = posts_.load(std::memory_order_relaxed);
        if (Participation* const self = participation()) {
            // The thread waits inside a native kernel, so it has its place already.
            work_until(waiter, *self);
        } else if (try_enter()) {
            work_in_turn(waiter);
        } else {
            run_short_needed(waiter);
        }
        spin_until_useful(waiter, seen_posts);
        if (!waiter.done()) sleep_until_useful(waiter, seen_posts);
    }
    // This thread may have been woken for work that it now leaves to others.
    std::unique_lock lock(mutex_);
    if (!has_work() || is_attended()) return;
    if (may_wake()) {
        wake_one(lock);
    } else {
        call_extra(lock);
    }
}

/// Spins before the thread sleeps: another thread may be in the last range of a task, which is over sooner than a
/// sleep.
void Arena::spin_until_useful(const Waiter& waiter, unsigned seen_posts) const noexcept {
    const std::uint64_t start = ticks();
    const auto is_useful = [&] {
        return waiter.chooses() ? posts_.load(std::memory_order_relaxed) != seen_posts : has_work();
    };
    while (!waiter.done() && !is_useful() && nanoseconds(ticks() - start) < spin_ns) pause();
}

void Arena::sleep_until_useful(Waiter& waiter, unsigned seen_posts) noexcept {
    {
        std::lock_guard lock(mutex_);
        const bool may_run = participants_ < concurrency_ || participation() != nullptr;
        // A task posted since the last look may be needed, and may run with a place or without.
        if (waiter.chooses() ? posts_.load(std::memory_order_relaxed) != seen_posts : has_work_for_more() && may_run) {
            return;
        }
        waiter.next_sleeper_ = sleepers_;
        waiter.listed_ = true;
        sleepers_ = &waiter;
    }
    waiter.sleep();
    std::lock_guard lock(mutex_);
    if (!waiter.listed_) return;
    Waiter** link = &sleepers_;
    while (*link != &waiter) link = &(*link)->next_sleeper_;
    *link = waiter.next_sleeper_;
    waiter.listed_ = false;
}

}  // namespace lanewise::device

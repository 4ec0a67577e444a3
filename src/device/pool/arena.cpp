#include "device/pool/arena.h"

#include <sched.h>

#include <algorithm>
#include <utility>

#include "device/machine/clock.h"
#include "device/machine/cpu/own_thread_masks.h"
#include "device/machine/forks.h"
#include "device/machine/not_cancelled.h"
#include "device/pool/all_arenas.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/cpu_slot.h"
#include "device/pool/own_threads.h"

namespace lanewise::device {

constinit thread_local Arena::Participation* Arena::innermost_ = nullptr;

Arena::Participation::Participation(Arena& arena, bool has_place) noexcept
    : arena(&arena), outer(std::exchange(innermost_, this)), has_place(has_place) {}

Arena::Participation::~Participation() { innermost_ = outer; }

Arena::Arena(unsigned concurrency, CpuSet cpus, bool binds_hosts)
    : concurrency_(std::max(concurrency, 1u)),
      cpus_(std::move(cpus)),
      binds_hosts_(binds_hosts),
      roster_(concurrency_) {
    tick_ns();  // begins to measure the length of a tick
    OwnThreads::instance().keep(concurrency_);
    AllArenas::instance().add(*this);
}

Arena::~Arena() { AllArenas::instance().remove(*this); }

Arena::Participation* Arena::participation() const noexcept {
    Participation* found = innermost_;
    while (found && found->arena != this) found = found->outer;
    return found;
}

// Returns false for a thread that is away, since such a thread may look for work again only after a long time.
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
    // A thread that makes a task ready by finishing another task keeps the new task, whose data is probably in the
    // thread's cache.
    if (self && self->finishing && !self->kept) {
        self->kept = &task;
        return;
    }
    std::unique_lock lock(mutex_);
    lists_.add(task);
    // If all places are taken, a thread that waits for the task may still run it, provided that the task is short.
    if (!roster_.may_wake())
        roster_.wake_sleeper([&](const Waiter& sleeper) { return sleeper.chooses() && sleeper.wants(task); });
    const float much = self ? wake_ns : gathered_ns;
    if (lists_.ready_cost_ns() > much && (self || !roster_.has_participants()) && roster_.may_wake()) wake_one(lock);
}

bool Arena::kick() noexcept {
    std::unique_lock lock(mutex_);
    call_background(lock);
    if (!lists_.has_work()) return true;
    if (!roster_.may_wake()) return call_extra(lock);
    const bool stuck = nanoseconds(ticks() - lists_.last_claim()) > turn_ns;
    const bool is_attended = roster_.is_attended();
    if (is_attended && lists_.ready_cost_ns() <= wake_ns && !stuck) return true;
    return wake_one(lock) || is_attended;
}

/// Wakes at most `threads` threads, and at most one thread for each wake_ns of `work_ns`. `work_ns` is the time of the
/// unclaimed work.
void Arena::wake(unsigned threads, float work_ns, std::unique_lock<SpinMutex>& lock) noexcept {
    for (; threads != 0 && work_ns > wake_ns && roster_.may_wake(); --threads, work_ns -= wake_ns) {
        const bool woken = wake_one(lock);
        if (!lock.owns_lock()) lock.lock();
        if (!woken) return;
    }
}

// Prefers a lingering worker, since calling such a worker takes almost no time. The second choice is a sleeping host
// thread that needs the work, and the last choice a worker from OwnThreads.
bool Arena::wake_one(std::unique_lock<SpinMutex>& lock) noexcept {
    return roster_.call_lingering() || roster_.wake_sleeper([&](const Waiter& sleeper) { return can_help(sleeper); }) ||
           recruit(lock);
}

/// Calls threads for a task that has just become open.
void Arena::call_for(float work_ns, unsigned most, std::unique_lock<SpinMutex>& lock) noexcept {
    const unsigned called = roster_.call_lingering(most, work_ns);
    if (called == most) return;
    const float each_ns = work_ns / static_cast<float>(called + 1);
    const float beyond_ns = work_ns - wake_ns * static_cast<float>(called);
    if (beyond_ns > wake_ns)
        wake(std::min(2u, most - called), beyond_ns, lock);
    else if (each_ns > share_ns && missed_.add(each_ns, ticks(), tick_ns()) && roster_.may_wake())
        wake_one(lock);
}

/// Returns whether the sleeping host thread needs the first task of any list.
bool Arena::can_help(const Waiter& sleeper) const noexcept {
    return lists_.any_front([&](const Task& task) { return sleeper.wants(task); });
}

bool Arena::recruit(std::unique_lock<SpinMutex>& lock) noexcept {
    // If a worker recruited earlier has not arrived yet, the application's threads may occupy all CPUs. Host threads
    // must then do the work. All sleeping host threads are woken, since wants() does not recognize every task that a
    // thread needs.
    if (roster_.has_recruits()) roster_.wake_all_sleepers();
    if (roster_.add_recruit()) alive_for_recruits_ = shared_from_this();
    lock.unlock();
    const NotCancelled meanwhile;
    try {
        OwnThreads::instance().call([](void* arena) { static_cast<Arena*>(arena)->worker_main(); }, this);
        return true;
    } catch (...) {
        // No thread could be started, so the host threads that wait for the work must run it.
        lock.lock();
        const auto alive = recruit_arrived();
        roster_.wake_all_sleepers();
        lock.unlock();
        return false;
    }
}

std::shared_ptr<Arena> Arena::recruit_arrived() noexcept {
    return roster_.remove_recruit() ? std::exchange(alive_for_recruits_, nullptr) : alive_for_recruits_;
}

void Arena::worker_main() noexcept {
    std::shared_ptr<Arena> alive;
    bind_own_thread(cpus_);
    CpuSlot slot;
    slot.take_aside();
    unsigned home = 0;
    {
        std::lock_guard lock(mutex_);
        alive = recruit_arrived();
        if (!roster_.enter()) return;
        home = roster_.take_home();
    }
    do {
        Participation self(*this);
        self.home = home;
        while (run_next(nullptr, self)) {
        }
        leave(false);
    } while (linger(home));
    const std::lock_guard lock(mutex_);
    roster_.give_back_home(home);
}

// Spins for a short time, so that the worker is still awake if another launch follows soon.
bool Arena::linger(unsigned home) noexcept {
    Lingerer self{.home = home};
    {
        std::lock_guard lock(mutex_);
        roster_.add(self);
    }
    const std::uint64_t start = ticks();
    while (!self.is_called.load(std::memory_order_relaxed) && nanoseconds(ticks() - start) < linger_ns) pause();
    std::lock_guard lock(mutex_);
    if (self.is_called.load(std::memory_order_relaxed)) return roster_.answer_call();
    roster_.remove(self);
    return false;
}

bool Arena::try_enter() noexcept {
    std::lock_guard lock(mutex_);
    return roster_.enter();
}

// Gives the place back, and calls another thread if work is left. Work is left if a thread posted it a moment ago, or
// if a helping host thread leaves because the condition for which the thread waited is true. `for_others` is true if a
// host thread leaves because the thread does not need the remaining work, or because the thread's turn is over.
void Arena::leave(bool for_others) noexcept {
    std::unique_lock lock(mutex_);
    roster_.leave();
    if (!lists_.has_work() || !roster_.may_wake()) return;
    if (for_others && (!roster_.is_attended() || lists_.ready_cost_ns() > wake_ns || lists_.has_open())) {
        if (!roster_.call_lingering()) recruit(lock);
    } else if (!roster_.is_attended()) {
        wake_one(lock);
    }
}

void Arena::put_back_kept(Participation& self) noexcept {
    Task* const kept = std::exchange(self.kept, nullptr);
    if (!kept) return;
    std::unique_lock lock(mutex_);
    lists_.add(*kept);
    wake(1, lists_.ready_cost_ns(), lock);
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

/// Runs tasks as a participant until the waiter needs no more tasks, or until other threads should get the place.
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

/// Waits, at most for a turn, until all called threads have arrived, so that one of them can take the place that this
/// thread left.
void Arena::wait_for_called(const Waiter& waiter) noexcept {
    const std::uint64_t start = ticks();
    while (!waiter.done() && nanoseconds(ticks() - start) < turn_ns) {
        {
            std::lock_guard lock(mutex_);
            if (!roster_.has_called()) return;
        }
        sched_yield();
    }
}

/// Runs short tasks that the waiter needs. The calling thread needs no place for them, since waiting for a place would
/// take longer than the tasks.
void Arena::run_short_needed(Waiter& waiter) noexcept {
    Participation self(*this, /*has_place=*/false);
    while (!waiter.done() && waiter.chooses()) {
        Task* const needed = waiter.find_needed();
        if (!needed) return;
        {
            std::lock_guard lock(mutex_);
            if (!needed->listed_ || needed->is_open_ || !needed->may_end_within(turn_ns)) return;
            lists_.take(*needed);
        }
        start_task(*needed, &waiter, self);
        put_back_kept(self);
    }
}

// Takes only one task of `owner` from the lists at a time. Waiting and idle threads can thus take the owner's other
// tasks.
void Arena::run_all_of(const void* owner) noexcept {
    Participation self(*this, /*has_place=*/false);
    const auto next = [&]() -> Task* {
        Task* const kept = std::exchange(self.kept, nullptr);
        if (kept && kept->owner_ == owner) return kept;
        self.kept = kept;
        put_back_kept(self);
        const std::lock_guard lock(mutex_);
        if (Task* const front = lists_.take_front_of(owner)) return front;
        lists_.bring_forward(owner);
        return lists_.take_front_of(owner);
    };
    while (Task* const task = next()) start_task(*task, nullptr, self);
}

void Arena::run_here(Task& task) noexcept {
    Participation self(*this, /*has_place=*/false);
    start_task(task, nullptr, self);
    put_back_kept(self);
}

void Arena::help(Waiter& waiter) noexcept {
    while (!waiter.done()) {
        const unsigned seen_posts = lists_.posts();
        if (Participation* const self = participation()) {
            // The thread is already a participant: it waits inside a function of the application that a task called.
            work_until(waiter, *self);
        } else if (try_enter()) {
            work_in_turn(waiter);
        } else {
            run_short_needed(waiter);
        }
        spin_until_useful(waiter, seen_posts);
        if (!waiter.done()) sleep_until_useful(waiter, seen_posts);
    }
    // This thread may have been woken for work that it does not run, so it must wake another thread for this work.
    std::unique_lock lock(mutex_);
    if (!lists_.has_work() || roster_.is_attended()) return;
    if (roster_.may_wake()) {
        wake_one(lock);
    } else {
        call_extra(lock);
    }
}

/// Spins for a short time before the thread sleeps. Another thread may be running the last range of a task, and the
/// range may end sooner than this thread could wake up.
void Arena::spin_until_useful(const Waiter& waiter, unsigned seen_posts) const noexcept {
    const std::uint64_t start = ticks();
    const auto is_useful = [&] { return waiter.chooses() ? lists_.posts() != seen_posts : lists_.has_work(); };
    while (!waiter.done() && !is_useful() && nanoseconds(ticks() - start) < spin_ns) pause();
}

void Arena::sleep_until_useful(Waiter& waiter, unsigned seen_posts) noexcept {
    {
        std::lock_guard lock(mutex_);
        const bool may_run = !roster_.is_full() || participation() != nullptr;
        // Does not sleep if a task has been posted since `seen_posts` was read. The waiter may need the new task, and
        // the waiting thread can run a short task even without a place.
        if (waiter.chooses() ? lists_.posts() != seen_posts : lists_.has_work_for_more() && may_run) return;
        roster_.add_sleeper(waiter);
    }
    waiter.sleep();
    std::lock_guard lock(mutex_);
    roster_.remove_sleeper(waiter);
}

}  // namespace lanewise::device

#include "device/arena.h"

#include <algorithm>
#include <utility>

#include "device/arena_tuning.h"
#include "device/clock.h"

namespace lanewise::device {

constinit thread_local Arena::Participation* Arena::innermost_ = nullptr;

Arena::Participation::Participation(const Arena& arena) noexcept
    : arena(&arena), outer(std::exchange(innermost_, this)) {}

Arena::Participation::~Participation() { innermost_ = outer; }

Arena::Arena(unsigned concurrency, CpuSet cpus, bool binds_hosts)
    : concurrency_(std::max(concurrency, 1u)), cpus_(std::move(cpus)), binds_hosts_(binds_hosts) {
    tick_ns();  // starts its measurement
}

Arena::~Arena() = default;

Arena::Participation* Arena::participation() const noexcept {
    Participation* found = innermost_;
    while (found && found->arena != this) found = found->outer;
    return found;
}

bool Arena::is_participant() const noexcept { return participation() != nullptr; }

WorkerPool& Arena::pool() {
    std::call_once(pool_once_, [this] { pool_ = std::make_unique<WorkerPool>(concurrency_); });
    return *pool_;
}

void Arena::post(Task& task) noexcept {
    Participation* const self = participation();
    // The thread that makes a task ready by finishing another has what it needs in its cache.
    if (self && self->finishing && !self->kept) {
        self->kept = &task;
        return;
    }
    std::unique_lock lock(mutex_);
    add_ready(task);
    const float much = self ? wake_ns : gathered_ns;
    if (ready_cost_ns_ > much && (self || participants_ == 0) && may_wake()) wake_one(lock);
}

void Arena::kick() noexcept {
    std::unique_lock lock(mutex_);
    if (!has_work() || !may_wake()) return;
    const bool stuck = nanoseconds(ticks() - last_claim_) > turn_ns;
    if (participants_ + called_ == 0 || ready_cost_ns_ > wake_ns || stuck) wake_one(lock);
}

/// Wakes up to so many threads for work that others could do, if there is enough of it.
void Arena::wake(unsigned threads, float work_ns, std::unique_lock<SpinMutex>& lock) noexcept {
    for (; threads != 0 && work_ns > wake_ns && may_wake(); --threads, work_ns -= wake_ns) {
        const bool woken = wake_one(lock);
        if (!lock.owns_lock()) lock.lock();
        if (!woken) return;
    }
}

// A worker that lingers costs nothing to call. A sleeping host thread is the next best helper: it waits for
// this very work.
bool Arena::wake_one(std::unique_lock<SpinMutex>& lock) noexcept {
    if (lingering_ != 0) {
        --lingering_;
        ++called_;
        calls_.fetch_add(1, std::memory_order_release);
        return true;
    }
    if (Waiter* sleeper = sleepers_) {
        sleepers_ = sleeper->next_sleeper_;
        sleeper->listed_ = false;
        sleeper->set_work();
        return true;
    }
    ++called_;
    if (recruited_++ == 0) alive_for_recruits_ = shared_from_this();
    lock.unlock();
    try {
        pool().recruit([](void* arena) { static_cast<Arena*>(arena)->worker_main(); }, this);
        return true;
    } catch (...) {
        // No thread to be had: whoever waits for the work does it.
        lock.lock();
        const auto alive = recruit_arrived();
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
    {
        std::lock_guard lock(mutex_);
        alive = recruit_arrived();
        if (participants_ >= concurrency_) return;
        ++participants_;
    }
    do {
        Participation self(*this);
        while (run_next(nullptr, self)) {
        }
        leave();
    } while (linger());
}

// Launches that follow each other closely find their workers still awake.
bool Arena::linger() noexcept {
    {
        std::lock_guard lock(mutex_);
        ++lingering_;
    }
    const std::uint64_t start = ticks();
    while (calls_.load(std::memory_order_relaxed) == 0 && nanoseconds(ticks() - start) < linger_ns) pause();
    std::lock_guard lock(mutex_);
    if (calls_.load(std::memory_order_acquire) == 0) {
        --lingering_;
        return false;
    }
    calls_.fetch_sub(1, std::memory_order_relaxed);
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

// Work that was posted since the last look, or is left behind by a helper whose wait is over, must not
// be forgotten.
void Arena::leave() noexcept {
    std::unique_lock lock(mutex_);
    --participants_;
    if (has_work() && participants_ + called_ == 0) wake_one(lock);
}

void Arena::work_until(const Waiter& waiter, Participation& self) noexcept {
    while (!waiter.done() && run_next(&waiter, self)) {
    }
    if (Task* const kept = std::exchange(self.kept, nullptr)) {
        std::unique_lock lock(mutex_);
        add_ready(*kept);
        wake(1, ready_cost_ns_, lock);
    }
}

void Arena::help(Waiter& waiter) noexcept {
    while (!waiter.done()) {
        if (Participation* const self = participation()) {
            // A native kernel that waits: it has its slot already.
            work_until(waiter, *self);
        } else if (try_enter()) {
            static const CpuSet anywhere;
            const BoundThread bound(binds_hosts_ ? cpus_ : anywhere);
            Participation fresh(*this);
            work_until(waiter, fresh);
            leave();
        }
        spin_until_useful(waiter);
        if (!waiter.done()) sleep_until_useful(waiter);
    }
    // This thread may have been woken for work that it now leaves to others.
    std::unique_lock lock(mutex_);
    if (has_work() && participants_ + called_ == 0) wake_one(lock);
}

/// The last range of a task that another thread runs is soon over: sleeping would take longer.
void Arena::spin_until_useful(const Waiter& waiter) const noexcept {
    const std::uint64_t start = ticks();
    while (!waiter.done() && !has_work() && nanoseconds(ticks() - start) < spin_ns) pause();
}

void Arena::sleep_until_useful(Waiter& waiter) noexcept {
    {
        std::lock_guard lock(mutex_);
        if (has_work_for_more() && (participants_ < concurrency_ || is_participant())) return;
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

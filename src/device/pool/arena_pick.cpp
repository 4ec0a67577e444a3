#include <utility>

#include "device/machine/clock.h"
#include "device/pool/arena.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/range_sharing.h"

namespace lanewise::device {

bool Arena::may_go_on(const Task& task, const Participation& self) const noexcept {
    return !lists_.has_ready() || (!lists_.has_ready_above(task) && self.kept_in_turn < kept_per_turn);
}

/// Begins one task, or joins a task that has begun. Returns false if there is no task.
bool Arena::run_next(const Waiter* waiter, Participation& self) noexcept {
    Task* const kept = std::exchange(self.kept, nullptr);
    if (kept && may_go_on(*kept, self)) {
        ++self.kept_in_turn;
        start_task(*kept, waiter, self);
        return true;
    }
    self.kept_in_turn = 0;
    std::unique_lock lock(mutex_);
    if (kept) lists_.add(*kept);
    const ReadyLists::Pick picked = lists_.pick();
    if (!picked.task) return false;
    run_picked(picked, lock, waiter, self);
    return true;
}

void Arena::run_picked(const ReadyLists::Pick& picked, std::unique_lock<SpinMutex>& lock, const Waiter* waiter,
                       Participation& self) noexcept {
    const float for_others_ns = picked.is_new ? lists_.ready_cost_ns() : RangeSharing::rest_ns_of(*picked.task);
    wake(picked.is_new ? 1 : 2, for_others_ns, lock);
    lock.unlock();
    if (picked.is_new) {
        start_task(*picked.task, waiter, self);
    } else {
        share_units(*picked.task, waiter, self);
    }
}

/// Returns whether a host thread that chooses its tasks should leave its place to other threads.
bool Arena::is_turn_of_others(const Task& task, Participation& self) const noexcept {
    // A thread that waits inside a function of the application keeps its place, since no other thread could use the
    // place.
    if (roster_.may_wake() || !self.has_place || self.is_away) return false;
    const bool urgent = lists_.has_ready_above(task);
    if (urgent || !lists_.has_work_besides(task)) return self.gave_way = urgent;
    const std::uint64_t now = ticks();
    if (self.since == 0) self.since = now;
    return self.gave_way = nanoseconds(now - self.since) > turn_ns;
}

/// Like run_next(), for a host thread that runs only the tasks that it needs. A short kept task runs without a check
/// whether the thread needs it: the check would take longer than the task, and the answer is usually yes. A task
/// whose time is being measured, such as the first launch of a kernel, does not count as short: its time is not known
/// yet.
bool Arena::run_needed(Waiter& waiter, Participation& self) noexcept {
    const auto ends_soon = [](const Task& task) { return !task.is_timed_ && task.cost_ns_ <= turn_ns; };
    if (self.kept && (waiter.wants(*self.kept) || ends_soon(*self.kept)) && may_go_on(*self.kept, self)) {
        ++self.kept_in_turn;
        start_task(*std::exchange(self.kept, nullptr), &waiter, self);
        return true;
    }
    self.kept_in_turn = 0;
    put_back_kept(self);
    Task* const needed = waiter.find_needed();
    std::unique_lock lock(mutex_);
    if (!needed || is_turn_of_others(*needed, self)) return false;
    const ReadyLists::Pick picked = lists_.pick_needed(*needed);
    if (!picked.task) return false;
    run_picked(picked, lock, &waiter, self);
    return true;
}

}  // namespace lanewise::device

#include <algorithm>
#include <bit>
#include <utility>

#include "device/machine/clock.h"
#include "device/pool/arena.h"
#include "device/pool/arena_tuning.h"

namespace lanewise::device {

void Arena::add_ready(Task& task) noexcept {
    const auto level = static_cast<unsigned>(task.urgency_);
    levels_[level].ready.push_back(task);
    ready_levels_.fetch_or(1u << level, std::memory_order_relaxed);
    ready_cost_ns_ += task.cost_ns_;
    posts_.fetch_add(1, std::memory_order_relaxed);
}

void Arena::take_ready(Task& task) noexcept {
    const auto index = static_cast<unsigned>(task.urgency_);
    Level& level = levels_[index];
    level.ready.remove(task);
    if (level.ready.empty()) {
        const unsigned left = ready_levels_.load(std::memory_order_relaxed) & ~(1u << index);
        ready_levels_.store(left, std::memory_order_relaxed);
        if (left == 0) ready_cost_ns_ = 0;  // rounding errors do not add up
    }
    ready_cost_ns_ = std::max(0.0f, ready_cost_ns_ - task.cost_ns_);
}

/// Whether another thread may join. The list counts as one of the holders.
bool Arena::has_room(const Task& task) noexcept {
    return task.holders_.load(std::memory_order_relaxed) <= task.max_threads_;
}

/// Whether a thread that comes now finds work.
bool Arena::has_work_for_more() const noexcept {
    if (ready_levels_.load(std::memory_order_relaxed) != 0) return true;
    for (const Level& level : levels_) {
        for (const Task* task = level.open.front(); task; task = TaskList::after(*task)) {
            if (has_room(*task)) return true;
        }
    }
    return false;
}

/// Joins the next task of the level that has room for another thread, and moves it to the back, so that threads spread.
Task* Arena::join_open(Level& level) noexcept {
    for (Task* task = level.open.front(); task; task = TaskList::after(*task)) {
        if (!has_room(*task)) continue;
        level.open.remove(*task);
        level.open.push_back(*task);
        task->holders_.fetch_add(1, std::memory_order_relaxed);
        return task;
    }
    return nullptr;
}

/// The most urgent level that has tasks; at times the least urgent one.
unsigned Arena::choose_level() noexcept {
    unsigned busy = ready_levels_.load(std::memory_order_relaxed);
    for (unsigned level = 0; level < urgencies; ++level) {
        if (!levels_[level].open.empty()) busy |= 1u << level;
    }
    const unsigned low = static_cast<unsigned>(std::countr_zero(busy | 1u << (urgencies - 1)));
    if (++picks_ % picks_per_low == 0) return low;
    return busy == 0 ? low : static_cast<unsigned>(std::bit_width(busy)) - 1;
}

/// Whether started tasks have their turn: they and new tasks alternate.
bool Arena::is_turn_of_open() noexcept {
    const std::uint64_t now = ticks();
    if (nanoseconds(now - turn_start_) > turn_ns) {
        turn_of_open_ = !turn_of_open_;
        turn_start_ = now;
    }
    return turn_of_open_;
}

bool Arena::may_go_on(const Task& task, const Participation& self) const noexcept {
    const unsigned ready = ready_levels_.load(std::memory_order_relaxed);
    if (ready == 0) return true;
    return ready >> (static_cast<unsigned>(task.urgency_) + 1) == 0 && self.kept_in_turn < kept_per_turn;
}

/// Takes a new task of the level, or joins a started one; null when there is none for this thread.
Arena::Pick Arena::pick_from(Level& level) noexcept {
    const bool new_first = !level.ready.empty() && (level.open.empty() || !is_turn_of_open());
    if (!new_first) {
        if (Task* const task = join_open(level)) return {task, false};
    }
    if (level.ready.empty()) return {};
    last_claim_ = ticks();
    Task* const task = level.ready.front();
    take_ready(*task);
    return {task, true};
}

Arena::Pick Arena::pick() noexcept {
    if (const Pick first = pick_from(levels_[choose_level()]); first.task) return first;
    for (unsigned level = urgencies; level-- != 0;) {
        if (const Pick found = pick_from(levels_[level]); found.task) return found;
    }
    return {};
}

/// Takes up one task, or joins one that is under way; false when there is none.
bool Arena::run_next(const Waiter* waiter, Participation& self) noexcept {
    Task* const kept = std::exchange(self.kept, nullptr);
    if (kept && may_go_on(*kept, self)) {
        ++self.kept_in_turn;
        start_task(*kept, waiter, self);
        return true;
    }
    self.kept_in_turn = 0;
    std::unique_lock lock(mutex_);
    if (kept) add_ready(*kept);
    const Pick picked = pick();
    if (!picked.task) return false;
    run_picked(picked, lock, waiter, self);
    return true;
}

void Arena::run_picked(const Pick& picked, std::unique_lock<SpinMutex>& lock, const Waiter* waiter,
                       Participation& self) noexcept {
    const float for_others_ns = picked.is_new ? ready_cost_ns_ : rest_ns_of(*picked.task);
    wake(picked.is_new ? 1 : 2, for_others_ns, lock);
    lock.unlock();
    if (picked.is_new) {
        start_task(*picked.task, waiter, self);
    } else {
        share_units(*picked.task, waiter, self);
    }
}

/// Takes `task` up if it is ready, or joins it if it has room; else null.
Arena::Pick Arena::pick_needed(Task& task) noexcept {
    if (std::exchange(task.is_set_aside_, false)) return {&task, true};
    if (!task.listed_ || (task.is_open_ && !has_room(task))) return {};
    if (task.is_open_) {
        task.holders_.fetch_add(1, std::memory_order_relaxed);
        return {&task, false};
    }
    last_claim_ = ticks();
    take_ready(task);
    return {&task, true};
}

bool Arena::has_work_besides(const Task& task) const noexcept {
    const auto others = [&](const TaskList& list) {
        const Task* const front = list.front();
        return front && (front != &task || TaskList::after(*front));
    };
    return std::ranges::any_of(levels_, [&](const Level& level) { return others(level.ready) || others(level.open); });
}

/// Whether a host thread, which runs only the tasks it needs, should leave its place to others.
bool Arena::is_turn_of_others(const Task& task, Participation& self) const noexcept {
    // A thread that waits inside a function of the application keeps its place: others could not use it.
    if (participants_ + called_ < concurrency_ || !self.has_place || self.is_away) return false;
    const unsigned ready = ready_levels_.load(std::memory_order_relaxed);
    const bool urgent = ready >> (static_cast<unsigned>(task.urgency_) + 1) != 0;
    if (urgent || !has_work_besides(task)) return self.gave_way = urgent;
    const std::uint64_t now = ticks();
    if (self.since == 0) self.since = now;
    return self.gave_way = nanoseconds(now - self.since) > turn_ns;
}

/// As run_next, for a host thread that runs only the tasks it needs. A kept task is mostly needed, so a short one runs
/// without the search for needed tasks, which would take longer. A timed task, such as the first launch of a kernel, is
/// not known to be short.
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
    const Pick picked = pick_needed(*needed);
    if (!picked.task) return false;
    run_picked(picked, lock, &waiter, self);
    return true;
}

}  // namespace lanewise::device

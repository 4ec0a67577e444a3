#include "device/pool/ready_lists.h"

#include <utility>

namespace lanewise::device {

void ReadyLists::add(Task& task) noexcept {
    level_of(task).ready.push_back(task);
    ready_levels_.fetch_or(1u << static_cast<unsigned>(task.urgency_), std::memory_order_relaxed);
    ready_cost_ns_ += task.cost_ns_;
    posts_.fetch_add(1, std::memory_order_relaxed);
}

void ReadyLists::take(Task& task) noexcept {
    Level& level = level_of(task);
    level.ready.remove(task);
    if (level.ready.empty()) {
        const unsigned bit = 1u << static_cast<unsigned>(task.urgency_);
        const unsigned left = ready_levels_.load(std::memory_order_relaxed) & ~bit;
        ready_levels_.store(left, std::memory_order_relaxed);
        if (left == 0) ready_cost_ns_ = 0;  // discards rounding errors
    }
    ready_cost_ns_ = std::max(0.0f, ready_cost_ns_ - task.cost_ns_);
}

void ReadyLists::open(Task& task) noexcept {
    level_of(task).open.push_back(task);
    task.is_open_ = true;
    open_count_.fetch_add(1, std::memory_order_relaxed);
    posts_.fetch_add(1, std::memory_order_relaxed);
}

bool ReadyLists::close(Task& task) noexcept {
    if (!task.listed_) return false;
    level_of(task).open.remove(task);
    task.is_open_ = false;  // the task may be posted again
    open_count_.fetch_sub(1, std::memory_order_relaxed);
    return true;
}

bool ReadyLists::has_work_for_more() const noexcept {
    if (has_ready()) return true;
    for (const Level& level : levels_) {
        for (const Task* task = level.open.front(); task; task = TaskList::after(*task)) {
            if (has_room(*task)) return true;
        }
    }
    return false;
}

bool ReadyLists::has_work_besides(const Task& task) const noexcept {
    return any_front([&](const Task& front) { return &front != &task || TaskList::after(front); });
}

/// Joins the first open task of the level that permits a further thread. An open task has begun and has units to claim.
/// Moves the task to the end of its list, so that the threads are distributed among the open tasks.
Task* ReadyLists::join_open(Level& level) noexcept {
    for (Task* task = level.open.front(); task; task = TaskList::after(*task)) {
        if (!has_room(*task)) continue;
        level.open.remove(*task);
        level.open.push_back(*task);
        task->holders_.fetch_add(1, std::memory_order_relaxed);
        return task;
    }
    return nullptr;
}

unsigned ReadyLists::busy_levels() const noexcept {
    unsigned busy = ready_levels_.load(std::memory_order_relaxed);
    for (unsigned level = 0; level < urgencies; ++level) {
        if (!levels_[level].open.empty()) busy |= 1u << level;
    }
    return busy;
}

/// Takes a new task of the level, or joins a task that has begun. The result is empty if there is no task to begin or
/// join.
ReadyLists::Pick ReadyLists::pick_from(Level& level) noexcept {
    const bool new_first = !level.ready.empty() && (level.open.empty() || !turns_.is_open_turn(ticks()));
    if (!new_first) {
        if (Task* const task = join_open(level)) return {task, false};
    }
    if (level.ready.empty()) return {};
    last_claim_ = ticks();
    Task* const task = level.ready.front();
    take(*task);
    return {task, true};
}

ReadyLists::Pick ReadyLists::pick() noexcept {
    if (const Pick first = pick_from(levels_[level_of_pick(busy_levels(), ++picks_)]); first.task) return first;
    for (unsigned level = urgencies; level-- != 0;) {
        if (const Pick found = pick_from(levels_[level]); found.task) return found;
    }
    return {};
}

ReadyLists::Pick ReadyLists::pick_needed(Task& task) noexcept {
    if (std::exchange(task.is_set_aside_, false)) return {&task, true};
    if (!task.listed_ || (task.is_open_ && !has_room(task))) return {};
    if (task.is_open_) {
        task.holders_.fetch_add(1, std::memory_order_relaxed);
        return {&task, false};
    }
    last_claim_ = ticks();
    take(task);
    return {&task, true};
}

Task* ReadyLists::take_short_of(TaskList& list, float ns) noexcept {
    constexpr unsigned most_looks = 64;
    Task* task = list.front();
    for (unsigned looks = 0; task && looks < most_looks; task = TaskList::after(*task), ++looks) {
        if (!task->may_end_within(ns)) continue;
        take(*task);
        return task;
    }
    return nullptr;
}

Task* ReadyLists::take_short(float ns) noexcept {
    for (unsigned level = urgencies; level-- != 0;) {
        if (Task* const task = take_short_of(levels_[level].ready, ns)) return task;
    }
    return nullptr;
}

Task* ReadyLists::take_front_of(const void* owner) noexcept {
    for (Level& level : levels_) {
        Task* const task = level.ready.front();
        if (!task || task->owner_ != owner) continue;
        take(*task);
        return task;
    }
    return nullptr;
}

void ReadyLists::bring_forward(const void* owner) noexcept {
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

void ReadyLists::set_all_aside() noexcept {
    for (Level& level : levels_) {
        while (Task* const task = level.open.front()) level.open.remove(*task);
        while (Task* const task = level.ready.front()) {
            take(*task);
            task->is_set_aside_ = true;
        }
    }
    open_count_.store(0, std::memory_order_relaxed);
}

}  // namespace lanewise::device

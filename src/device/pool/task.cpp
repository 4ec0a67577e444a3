#include "device/pool/task.h"

#include "device/machine/clock.h"

namespace lanewise::device {

// Takes the mean of the old estimate and the new time. The times of units differ, and the next units probably take
// about the same time as the last units.
void Task::note(std::uint64_t units, std::uint64_t took_ticks) noexcept {
    const bool is_first = spent_ticks_.fetch_add(took_ticks, std::memory_order_relaxed) == 0;
    const float unit = nanoseconds(took_ticks) / static_cast<float>(units);
    const float mean = is_first ? unit : (unit + unit_ns()) / 2;
    unit_ns_.store(std::max(mean, shortest_unit_ns), std::memory_order_relaxed);
}

void TaskList::push_back(Task& task) noexcept {
    task.next_ = nullptr;
    task.previous_ = last_;
    (last_ ? last_->next_ : first_) = &task;
    last_ = &task;
    task.listed_ = true;
}

void TaskList::append(TaskList& other) noexcept {
    if (other.empty()) return;
    other.first_->previous_ = last_;
    (last_ ? last_->next_ : first_) = other.first_;
    last_ = other.last_;
    other = {};
}

void TaskList::remove(Task& task) noexcept {
    (task.previous_ ? task.previous_->next_ : first_) = task.next_;
    (task.next_ ? task.next_->previous_ : last_) = task.previous_;
    task.next_ = task.previous_ = nullptr;
    task.listed_ = false;
}

}  // namespace lanewise::device

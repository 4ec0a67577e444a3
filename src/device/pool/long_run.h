// Scope in which a participant runs a task that may take long. In this scope the thread is away: it is not expected to
// run any ready task, so other threads are called if needed. The object lies on the thread's stack.
#pragma once

#include <atomic>

#include "device/pool/arena.h"

namespace lanewise::device {

class Arena::LongRun {
public:
    LongRun(Arena& arena, Participation& self, bool is_long) noexcept
        : self_(self), is_first_(is_long && !self.is_away), count_(is_first_ ? counter_of(arena, self) : nullptr) {
        if (!is_first_) return;
        self.is_away = true;
        if (!count_) return;
        count_->fetch_add(1, std::memory_order_relaxed);
        if (arena.lists_.has_ready()) arena.kick();
    }
    ~LongRun() {
        if (!is_first_) return;
        self_.is_away = false;
        if (count_) count_->fetch_sub(1, std::memory_order_relaxed);
    }
    LongRun(const LongRun&) = delete;
    LongRun& operator=(const LongRun&) = delete;

private:
    static std::atomic<unsigned>* counter_of(Arena& arena, const Participation& self) noexcept {
        if (self.has_place) return &arena.roster_.long_runs();
        return self.is_extra ? &arena.roster_.long_extras() : nullptr;
    }

    Participation& self_;
    const bool is_first_;
    std::atomic<unsigned>* const count_;
};

}  // namespace lanewise::device

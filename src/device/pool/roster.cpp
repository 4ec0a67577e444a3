#include "device/pool/roster.h"

#include <bit>
#include <utility>

namespace lanewise::device {

bool Roster::enter() noexcept {
    if (is_full()) return false;
    ++participants_;
    return true;
}

bool Roster::add_recruit() noexcept {
    ++called_;
    return recruited_++ == 0;
}

bool Roster::remove_recruit() noexcept {
    --called_;
    return --recruited_ == 0;
}

unsigned Roster::take_home() noexcept {
    const auto home = static_cast<unsigned>(std::countr_one(homes_)) % 64;
    homes_ |= std::uint64_t{1} << home;
    return home;
}

void Roster::give_back_home(unsigned home) noexcept {
    if (home != 0) homes_ &= ~(std::uint64_t{1} << home);
}

Lingerer** Roster::place_of(const Lingerer& worker) noexcept {
    Lingerer** link = &lingering_;
    while (*link && *link != &worker && (*link)->home <= worker.home) link = &(*link)->next;
    return link;
}

void Roster::add(Lingerer& worker) noexcept { worker.next = std::exchange(*place_of(worker), &worker); }

void Roster::remove(Lingerer& worker) noexcept { *place_of(worker) = worker.next; }

// Calls the worker with the lowest home. Successive launches therefore run on the same workers, whose caches contain
// the data, and the other workers go to sleep.
bool Roster::call_lingering() noexcept {
    if (!lingering_) return false;
    ++called_;
    std::exchange(lingering_, lingering_->next)->is_called.store(true, std::memory_order_relaxed);
    return true;
}

unsigned Roster::call_lingering(unsigned most, float work_ns) noexcept {
    unsigned called = 0;
    while (called < most && work_ns > call_ns * static_cast<float>(called + 1) && may_wake() && call_lingering())
        ++called;
    return called;
}

bool Roster::answer_call() noexcept {
    --called_;
    return enter();
}

void Roster::add_sleeper(Waiter& waiter) noexcept {
    waiter.next_sleeper_ = sleepers_;
    waiter.listed_ = true;
    sleepers_ = &waiter;
}

void Roster::remove_sleeper(Waiter& waiter) noexcept {
    if (!waiter.listed_) return;
    Waiter** link = &sleepers_;
    while (*link != &waiter) link = &(*link)->next_sleeper_;
    *link = waiter.next_sleeper_;
    waiter.listed_ = false;
}

void Roster::wake_all_sleepers() noexcept {
    while (wake_sleeper([](const Waiter&) { return true; })) {
    }
}

bool Roster::wants_extra() const noexcept {
    // Several extra threads are allowed, since a task that was estimated to be short may take long.
    const unsigned most_extras = concurrency_ + 2;
    return !is_attended() && extras_ < most_extras && extras_ == long_extras_.load(std::memory_order_relaxed);
}

void Roster::start_anew(Survivor self) noexcept {
    backgrounds_ = 0;
    participants_ = self.has_place ? 1 : 0;
    long_runs_.store(self.is_away && self.has_place ? 1 : 0, std::memory_order_relaxed);
    long_extras_.store(self.is_away && self.is_extra ? 1 : 0, std::memory_order_relaxed);
    extras_ = self.is_extra ? 1 : 0;
    sleepers_ = nullptr;
    lingering_ = nullptr;
    called_ = recruited_ = 0;
}

}  // namespace lanewise::device

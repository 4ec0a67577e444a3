#include <algorithm>
#include <utility>

#include "device/machine/clock.h"
#include "device/pool/arena.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/long_run.h"
#include "device/pool/seats.h"

namespace lanewise::device {

namespace {

/// Runs units and notes how many ticks they took.
template <class Run, class Note>
void timed(Run&& run, Note&& note) noexcept {
    const std::uint64_t start = ticks();
    run();
    note(std::max<std::uint64_t>(ticks() - start, 1));
}

}  // namespace

// Assumes that a task of unknown cost takes long until some of its units have run.
float Arena::unit_ns_of(const Task& task) noexcept {
    const bool is_guess = task.is_unknown_ && task.spent_ticks() == 0;
    return is_guess ? std::max(task.unit_ns(), 2 * wake_ns) : task.unit_ns();
}

float Arena::rest_ns_of(const Task& task) noexcept {
    return static_cast<float>(task.claims_.rest()) * unit_ns_of(task);
}

unsigned Arena::threads_for(const Task& task) const noexcept { return std::min(concurrency_, task.max_threads_); }

/// Number of units to run first, to learn how long the others will take.
std::uint64_t Arena::probe_of(const Task& task) noexcept {
    const auto affordable = static_cast<std::uint64_t>(range_ns / 4 / task.unit_ns());
    return std::max<std::uint64_t>(1, std::min(affordable, task.units_ / 8));
}

/// Whether the rest is long enough for ranges. A single thread runs a short task in one go, and a long one in ranges,
/// so that other tasks get their turns.
bool Arena::is_worth_sharing(const Task& task) const noexcept {
    return rest_ns_of(task) > (threads_for(task) > 1 ? share_ns : turn_ns);
}

void Arena::start_task(Task& task, const Waiter* waiter, Participation& self) noexcept {
    task.units_ = task.start();
    if (task.units_ == 0) return finish_task(task, self);
    WorkerMemory& memory = WorkerMemory::of_this_thread();
    const auto run = [&](std::uint64_t first, std::uint64_t count) {
        const LongRun away(*this, self, task.may_exceed(long_ns));
        timed([&] { task.run_units(first, count, memory); }, [&](std::uint64_t took) { task.note(count, took); });
    };
    if (task.units_ == 1 && !task.is_timed_) {
        {
            const LongRun away(*this, self, task.may_exceed(long_ns));
            task.run_units(0, 1, memory);
        }
        return finish_task(task, self);
    }
    // Skip the probe if the task is known to be worth sharing, or if a single unit takes long. The other threads would
    // wait for the probe. A unit of unknown cost may take very long.
    const unsigned threads = threads_for(task);
    task.is_shared_ = false;
    task.claims_.begin(task.units_, task.is_any_order_ ? threads : 1);
    if (task.units_ > 1 && threads > 1 && (rest_ns_of(task) > share_ns || task.unit_ns() > wake_ns)) {
        open_task(task);
        return share_units(task, waiter, self);
    }
    const std::uint64_t probe = probe_of(task);
    task.claims_.begin(task.units_, 1, probe);
    run(0, probe);
    if (probe < task.units_) {
        if (is_worth_sharing(task)) {
            open_task(task);
            return share_units(task, waiter, self);
        }
        run(probe, task.units_ - probe);
    }
    finish_task(task, self);
}

void Arena::open_task(Task& task) noexcept {
    task.holders_.store(2, std::memory_order_relaxed);  // the list and this thread
    std::unique_lock lock(mutex_);
    levels_[static_cast<unsigned>(task.urgency_)].open.push_back(task);
    task.is_open_ = task.is_shared_ = true;
    task.expected_unit_ns_ = task.unit_ns();
    open_count_.fetch_add(1, std::memory_order_relaxed);
    posts_.fetch_add(1, std::memory_order_relaxed);
    // If the cost is unknown but may be short, call one thread only. If it arrives before the first unit is over, it
    // calls the others.
    const float guess_ns = static_cast<float>(task.claims_.rest()) * task.unit_ns();
    call_for(rest_ns_of(task), task.is_unknown_ && guess_ns < wake_ns ? 1 : threads_for(task) - 1, lock);
}

/// Called when all units have been claimed: takes the task off its list, so that no other thread looks at it.
void Arena::close_task(Task& task, std::uint32_t& holds) noexcept {
    std::lock_guard lock(mutex_);
    if (!task.listed_) return;
    levels_[static_cast<unsigned>(task.urgency_)].open.remove(task);
    task.is_open_ = false;  // it may be posted again
    open_count_.fetch_sub(1, std::memory_order_relaxed);
    ++holds;
}

void Arena::share_units(Task& task, const Waiter* waiter, Participation& self) noexcept {
    WorkerMemory& memory = WorkerMemory::of_this_thread();
    if (self.home == 0) Seat::of_host_thread().take();  // workers have seats of their own
    const std::uint64_t turn_start = ticks();
    std::uint32_t holds = 1;
    float own_unit_ns = 0;
    for (;;) {
        // Take the longest of three estimates. Units elsewhere may end at once, for example where work-items beyond the
        // end return early; the units here still take as long as the first ones here did.
        const float unit_ns = std::max({unit_ns_of(task), task.expected_unit_ns_, own_unit_ns});
        const float wanted_ns = own_unit_ns == 0 ? range_ns / 4 : range_ns;
        const auto [first, count] =
            task.claims_.claim(self.home, static_cast<std::uint64_t>(least_range_ns / unit_ns),
                               static_cast<std::uint64_t>(wanted_ns / unit_ns), threads_for(task));
        if (count == 0) {
            close_task(task, holds);
            break;
        }
        const LongRun away(*this, self, task.is_unknown_ || task.unit_ns() > long_ns);
        timed([&] { task.run_units(first, count, memory); },
              [&](std::uint64_t took) {
                  own_unit_ns = nanoseconds(took) / static_cast<float>(count);
                  task.note(count, took);
              });
        if ((waiter && waiter->done()) || should_turn(task, turn_start)) break;
    }
    if (task.holders_.fetch_sub(holds, std::memory_order_acq_rel) == holds) finish_task(task, self);
}

/// Ends a turn, so that a long launch of one queue does not keep the commands of other queues waiting.
bool Arena::should_turn(const Task& task, std::uint64_t turn_start) const noexcept {
    const unsigned ready = ready_levels_.load(std::memory_order_relaxed);
    if (ready >> (static_cast<unsigned>(task.urgency_) + 1) != 0) return true;
    const bool others = ready != 0 || open_count_.load(std::memory_order_relaxed) > 1;
    return others && nanoseconds(ticks() - turn_start) > turn_ns;
}

void Arena::finish_task(Task& task, Participation& self) noexcept {
    const bool outer = std::exchange(self.finishing, true);
    task.finish();
    self.finishing = outer;
}

}  // namespace lanewise::device

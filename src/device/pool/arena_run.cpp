#include <algorithm>
#include <utility>

#include "device/machine/clock.h"
#include "device/pool/arena.h"
#include "device/pool/arena_tuning.h"
#include "device/pool/cpu_slot.h"
#include "device/pool/long_run.h"
#include "device/pool/range_sharing.h"

namespace lanewise::device {

namespace {

/// Calls `run()`, measures its time, and passes the number of ticks to `note`.
template <class Run, class Note>
void timed(Run&& run, Note&& note) noexcept {
    const std::uint64_t start = ticks();
    run();
    note(std::max<std::uint64_t>(ticks() - start, 1));
}

}  // namespace

unsigned Arena::threads_for(const Task& task) const noexcept { return std::min(concurrency_, task.max_threads_); }

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
    const unsigned threads = threads_for(task);
    task.is_shared_ = false;
    task.claims_.begin(task.units_, task.is_any_order_ ? threads : 1);
    if (is_shared_at_once(task.units_, threads, RangeSharing::rest_ns_of(task), task.unit_ns())) {
        open_task(task);
        return share_units(task, waiter, self);
    }
    const std::uint64_t probe = units_of_probe(task.units_, task.unit_ns());
    task.claims_.begin(task.units_, 1, probe);
    run(0, probe);
    if (probe < task.units_) {
        if (is_worth_sharing(RangeSharing::rest_ns_of(task), threads)) {
            open_task(task);
            return share_units(task, waiter, self);
        }
        run(probe, task.units_ - probe);
    }
    finish_task(task, self);
}

void Arena::open_task(Task& task) noexcept {
    task.holders_.store(2, std::memory_order_relaxed);  // holders: the list of open tasks, and this thread
    std::unique_lock lock(mutex_);
    lists_.open(task);
    task.is_shared_ = true;
    task.expected_unit_ns_ = task.unit_ns();
    call_for(RangeSharing::rest_ns_of(task), RangeSharing::threads_to_call_for(task, threads_for(task)), lock);
}

void Arena::share_units(Task& task, const Waiter* waiter, Participation& self) noexcept {
    WorkerMemory& memory = WorkerMemory::of_this_thread();
    if (self.home == 0) CpuSlot::of_host_thread().take();  // workers took their CPU slots when they arrived
    RangeSharing sharing(task, self.home, threads_for(task));
    std::uint32_t holds = 1;
    for (;;) {
        const auto [first, count] = sharing.claim();
        if (count == 0) {
            const std::lock_guard lock(mutex_);
            if (lists_.close(task)) ++holds;
            break;
        }
        const LongRun away(*this, self, task.is_unknown_ || task.unit_ns() > long_ns);
        timed([&] { task.run_units(first, count, memory); }, [&](std::uint64_t took) { sharing.note(count, took); });
        if ((waiter && waiter->done()) || should_turn(task, sharing)) break;
    }
    if (task.holders_.fetch_sub(holds, std::memory_order_acq_rel) == holds) finish_task(task, self);
}

/// Returns whether the thread's turn with the task is over. Without turns, commands of other queues would wait until a
/// long launch of one queue ends.
bool Arena::should_turn(const Task& task, const RangeSharing& sharing) const noexcept {
    return lists_.has_ready_above(task) || (lists_.has_others() && sharing.is_turn_over());
}

void Arena::finish_task(Task& task, Participation& self) noexcept {
    const bool outer = std::exchange(self.finishing, true);
    task.finish();
    self.finishing = outer;
}

}  // namespace lanewise::device

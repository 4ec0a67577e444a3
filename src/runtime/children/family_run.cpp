// Runs the children of a family and completes them.
#include <algorithm>
#include <mutex>
#include <new>

#include "device/kernel/lane_order.h"
#include "device/kernel/regroup.h"
#include "device/machine/clock.h"
#include "device/machine/page_sizes.h"
#include "runtime/children/enqueue_scope.h"
#include "runtime/children/family.h"
#include "runtime/children/family_tasks.h"
#include "runtime/core/device.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/faults.h"
#include "runtime/core/zeroed_memory.h"

namespace lanewise::runtime {

namespace {

/// Time after which a thread stops running children, to let other tasks of the device run.
constexpr float turn_ns = 150'000;
/// Estimated time above which a child with several work-groups is shared among threads.
constexpr float large_ns = 60'000;
constexpr std::uint64_t many_items = 16384;
/// Maximum number of ready children that one thread keeps for itself.
constexpr std::size_t kept_children = 64;
constexpr std::size_t cached_children = 256;

}  // namespace

/// The state of one thread that runs children in work().
class Family::Turn {
public:
    Turn(Family& family, ChildList& local, device::WorkerMemory& memory) noexcept
        : local(local), memory(memory), family_(family) {}
    ~Turn() { family_.store().take_back(cache); }

    /// Records that a child is complete. The parameter `anchor` is the child's nearest ancestor with an event, or null.
    /// Consecutive children with the same anchor are first counted here, and then reported to the family in one call.
    void count_complete(Child* anchor) noexcept {
        if (anchor != anchor_) flush();
        anchor_ = anchor;
        ++count_;
    }
    void flush() noexcept {
        const std::uint32_t count = std::exchange(count_, 0);
        if (count != 0) family_.settle(anchor_, count, *this);
    }
    void free(Child& child) noexcept {
        cache.push(child);
        if (cache.size() > cached_children) family_.store().take_back(cache);
    }

    ChildList& local;
    device::WorkerMemory& memory;
    ChildList cache;
    bool is_complete = false;  // whether the whole family is complete

private:
    Family& family_;
    Child* anchor_ = nullptr;
    std::uint32_t count_ = 0;
};

void Family::work(ChildList& local, device::WorkerMemory& memory, Ended ended, Child* child) noexcept {
    {
        const std::lock_guard lock(mutex_);
        ++workers_;
        if (ended == Ended::large_child) --large_running_;
    }
    bool is_complete = false;
    do {
        Turn turn(*this, local, memory);
        if (ended == Ended::large_child) child_ended(*child, turn);
        if (ended == Ended::command) turn.count_complete(nullptr);
        ended = Ended::nothing;
        run_turn(turn);
        turn.flush();
        is_complete = is_complete || turn.is_complete;
        if (!local.empty()) share(local);
    } while (!leave(is_complete, local));
    if (is_complete) return head_.family_complete();
    call_helpers();
}

/// Ends the thread's work and returns true, unless the family is stuck. A family is stuck if some children are not
/// complete although no child runs or is ready. The incomplete children then wait for user events that no work-item can
/// set any more, so one of these events is settled with an error. If this error makes children ready, returns false,
/// and the calling thread must run these children.
bool Family::leave(bool is_complete, ChildList& ready) noexcept {
    {
        const std::lock_guard lock(mutex_);
        const bool is_stuck = !is_complete && workers_ == 1 && root_ended_ && large_running_ == 0 && pool_.empty() &&
                              pending_.load(std::memory_order_acquire) != 0;
        if (!is_stuck) return --workers_, true;
    }
    release(events().give_up_one(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST),
            CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST, ready);
    if (!ready.empty()) return false;
    const std::lock_guard lock(mutex_);
    --workers_;
    return true;
}

void Family::run_turn(Turn& turn) noexcept {
    const std::uint64_t start = device::ticks();
    for (unsigned count = 1;; ++count) {
        Child* next = turn.local.pop();
        if (!next) {
            turn.flush();
            if (turn.local.empty()) take_some(turn.local);
            next = turn.local.pop();
            if (!next) return;
        }
        run_child(*next, turn);
        if (turn.local.size() > kept_children) {
            ChildList given;
            while (turn.local.size() > kept_children / 2) given.push(*turn.local.pop());
            share(given);
        }
        if (count % 16 == 0 && device::nanoseconds(device::ticks() - start) > turn_ns) return;
    }
}

void Family::run_child(Child& child, Turn& turn) noexcept {
    const cl_int status = child.status.load(std::memory_order_acquire);
    if (status < 0) note_failure(child, status, {});
    if (child.event) child.event->started = device::ticks();
    if (child.kernel && status == 0 && !head_.is_ending() && !run_kernel(child, turn)) return;
    child_ended(child, turn);
}

Dim3 Family::local_size_of(const CompiledKernel& kernel, const NDRange& range) const noexcept {
    if (range.local_size[0] != 0) return range.local_size;
    constexpr std::uint64_t most = limits::max_work_group_size;
    return device::choose_local_size(range, kernel.code, device_.compute_units(), kernel.info.uniform_work_groups,
                                     Dim3{most, most, most});
}

// Returns the range of the child's launch. Also chooses the kernel's usual code or the code of another plan.
NDRange Family::launch_range(const Child& child, ChosenCode& chosen) noexcept {
    NDRange range = child.range;
    const KernelCode& usual = child.kernel->code;
    if (range.local_size[0] == 0 && range.global_size == Dim3{1, 1, 1}) {  // frequent case: a single work-item
        range.local_size = {1, 1, 1};
        return range.exchanged(usual.lane_dimension);
    }
    range.local_size = local_size_of(*child.kernel, range);
    const bool has_plans = usual.other_plans != 0 && child.kernel->variant == CodeVariant::usual;
    if (has_plans && device::fills_lanes(range, usual) &&
        program_->may_plan(child.kernel->index, *child.kernel, range.items()))
        choose_plan(range, chosen);
    const KernelCode& code = chosen.code->code;
    return device::regroup(range.exchanged(code.lane_dimension), code, device_.compute_units());
}

void Family::choose_plan(const NDRange& range, ChosenCode& chosen) noexcept {
    try {
        auto planned = program_->planned_code(chosen.code->index, range, device_.compute_units(), device_.arena());
        chosen = {planned.code.get(), std::move(planned.turn)};
    } catch (...) {  // the child runs the usual code
    }
}

device::Launch Family::launch_of(const Child& child, const CompiledKernel& code, const NDRange& range) noexcept {
    return device::Launch(device::LaunchedCode{code.code, code.entry()}, std::nullopt, range,
                          device_.cpu().largest_cache_bytes(), child.local_bytes, variables_, functions_, command_);
}

/// Runs the child's kernel. Returns false if the child has been posted as a task; when this task ends, the child ends,
/// too.
bool Family::run_kernel(Child& child, Turn& turn) noexcept {
    if (child.range.is_empty()) return true;
    ChosenCode chosen{child.kernel};
    const NDRange range = launch_range(child, chosen);
    device::CostEstimate& cost = chosen.code->cost;
    const std::uint64_t items = range.items();
    float ns = cost.item_ns() * static_cast<float>(items);
    // If no launch of the chosen code has been timed yet, the estimate for the usual code is used.
    if (chosen.turn && !cost.is_known()) ns = child.kernel->cost.item_ns() * static_cast<float>(items);
    const device::Launch launch = launch_of(child, *chosen.code, range);
    if (!launch.fits()) return note_failure(child, CL_OUT_OF_RESOURCES, {}), true;
    const bool is_large = ns > large_ns || (!cost.is_known() && items > many_items);
    if (is_large && launch.groups() > 1 && run_apart(child, chosen, launch, ns)) return false;
    const bool is_timed = cost.wants_time(ns) || chosen.turn;
    const std::uint64_t start = is_timed ? device::ticks() : 0;
    EnqueueScope scope(*this, &child, &turn.cache);
    const device::Outcome outcome = run_groups(zeroes_local_memory(context(), child.local_bytes), child.local_bytes,
                                               launch, child.arguments, 0, launch.groups(), turn.memory, &scope);
    device::look_at_pages();
    if (is_timed) {
        const float spent_ns = device::nanoseconds(device::ticks() - start);
        cost.correct(spent_ns, static_cast<float>(items));
        if (chosen.turn && outcome.is_good()) chosen.turn.report(spent_ns);
    }
    note_outcome(child, launch, outcome);
    ChildList waiting;
    scope.end(turn.local, waiting);
    while (Child* const next = waiting.pop()) meet(*next, turn.local);
    return true;
}

bool Family::run_apart(Child& child, ChosenCode& code, const device::Launch& launch, float ns) noexcept {
    LargeChild* free = nullptr;
    {
        const std::lock_guard lock(mutex_);
        for (const auto& large : large_)
            if (!large->is_posted) free = large.get();
        if (!free) {
            try {
                large_.push_back(std::make_unique<LargeChild>(*this));
            } catch (...) {
                return false;
            }
            free = large_.back().get();
        }
        free->is_posted = true;
        ++large_running_;
    }
    head_.hold();
    free->post(child, std::move(code), launch, ns);
    return true;
}

void Family::note_outcome(Child& child, const device::Launch& launch, const device::Outcome& outcome) noexcept {
    if (outcome.lacked_memory) note_failure(child, CL_OUT_OF_RESOURCES, {});
    if (outcome.fault.signal != 0)
        note_failure(child, CL_OUT_OF_RESOURCES,
                     fault_text(child.kernel->info.name, launch, local_size_of(*child.kernel, child.range), outcome));
}

void Family::note_failure(Child& child, cl_int status, std::string text) noexcept {
    for (Child* failed = &child; failed; failed = failed->anchor) {
        std::int32_t expected = CL_COMPLETE;
        failed->status.compare_exchange_strong(expected, status);
    }
    head_.child_failed(status, std::move(text));
}

void Family::child_ended(Child& child, Turn& turn) noexcept {
    if (child.event) {
        child.event->ended = device::ticks();
        return settle(&child, 1, turn);
    }
    Child* const anchor = child.anchor;
    drop(child, turn);
    turn.count_complete(anchor);
}

/// Subtracts `count` from the number of incomplete children that are counted in `anchor` (Child::anchor), or in the
/// family if `anchor` is null. The number in an anchor includes the anchor itself, so the anchor is complete when the
/// number is 0.
void Family::settle(Child* anchor, std::uint32_t count, Turn& turn) noexcept {
    while (anchor) {
        if (anchor->pending.fetch_sub(count, std::memory_order_acq_rel) != count) return;
        const cl_int status = anchor->status.load(std::memory_order_acquire);
        anchor->event->completed = device::ticks();
        release(events().complete(*anchor->event, status), status, turn.local);
        Child& complete = *anchor;
        anchor = anchor->anchor;
        count = 1;
        drop(complete, turn);
    }
    if (pending_.fetch_sub(count, std::memory_order_acq_rel) == count) turn.is_complete = true;
}

void Family::drop(Child& child, Turn& turn) noexcept {
    child.queue->give_room(child.room);
    ChildStore::clear(child);
    turn.free(child);
}

// Sets the owner and the urgency of the task. Both must never change, since a waiting host thread may read owner and
// urgency at any time, even while the task is reused.
Family::Helper::Helper(Family& family) noexcept : family_(family) {
    set_owner(family.host_queue_.get());
    set_urgency(family.host_queue_->urgency());
}

Family::LargeChild::LargeChild(Family& family) noexcept : family_(family) {
    set_owner(family.host_queue_.get());
    set_urgency(family.host_queue_->urgency());
    set_max_threads(family.host_queue_->max_threads());
    set_timed();
}

void Family::Helper::post(float work_ns) noexcept {
    const float ns = std::clamp(work_ns, 1000.0f, turn_ns);
    set_cost(ns, ns);
    family_.device_.arena().post(*this);
}

std::uint64_t Family::Helper::start() noexcept {
    const std::lock_guard lock(family_.mutex_);
    is_running = true;
    return 1;
}

void Family::Helper::run_units(std::uint64_t, std::uint64_t, device::WorkerMemory& memory) noexcept {
    ChildList local;
    family_.work(local, memory, Ended::nothing, nullptr);
}

void Family::Helper::finish() noexcept {
    {
        const std::lock_guard lock(family_.mutex_);
        is_posted = is_running = false;
    }
    FamilyHead& head = family_.head_;
    family_.call_helpers();
    head.let_go();
}

void Family::LargeChild::post(Child& child, ChosenCode code, const device::Launch& launch, float ns) noexcept {
    child_ = &child;
    code_ = std::move(code);
    launch_.emplace(launch);
    set_cost(ns, ns / static_cast<float>(launch.groups()));
    family_.device_.arena().post(*this);
}

void Family::LargeChild::run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept {
    if (family_.head_.is_ending()) return skip_rest();
    EnqueueScope scope(family_, child_, nullptr);
    family_.note_outcome(*child_, *launch_,
                         run_groups(zeroes_local_memory(family_.context(), child_->local_bytes), child_->local_bytes,
                                    *launch_, child_->arguments, first, count, memory, &scope));
    device::look_at_pages();
    ChildList ready, waiting;
    scope.end(ready, waiting);
    family_.share(ready);
    if (waiting.empty()) return;
    const std::lock_guard lock(family_.mutex_);
    waiting_.append(waiting);
}

void Family::LargeChild::finish() noexcept {
    const float items = static_cast<float>(units() * launch_->items_per_group());
    const std::uint64_t spent = spent_ticks() - std::exchange(spent_before_, spent_ticks());
    if (spent != 0) {
        code_.code->cost.correct(device::nanoseconds(spent), items);
        const bool is_good =
            child_->status.load(std::memory_order_relaxed) == CL_COMPLETE && !family_.head_.is_ending();
        if (code_.turn && is_good) code_.turn.report(device::nanoseconds(spent));
    }
    code_.turn.end();
    FamilyHead& head = family_.head_;
    Family& family = family_;
    Child& child = *child_;
    ChildList waiting = waiting_, local;
    waiting_ = {};
    while (Child* const next = waiting.pop()) meet(*next, local);
    {
        const std::lock_guard lock(family.mutex_);
        is_posted = false;
    }
    family.work(local, device::WorkerMemory::of_this_thread(), Ended::large_child, &child);
    head.let_go();
}

}  // namespace lanewise::runtime

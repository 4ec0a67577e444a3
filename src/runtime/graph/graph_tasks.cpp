#include "runtime/graph/graph_tasks.h"

#include <algorithm>
#include <mutex>
#include <utility>

#include "device/machine/clock.h"
#include "runtime/children/enqueue_scope.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/graph/graph_command.h"

namespace lanewise::runtime {

// The owner and urgency of a task must not change later. A waiting host thread may read owner and urgency at any time,
// even while the task is posted again.
GraphHelper::GraphHelper(GraphCommand& run) noexcept : run_(run) {
    set_owner(run.queue());
    set_urgency(run.queue()->urgency());
}

void GraphHelper::post(float work_ns) noexcept {
    constexpr float most_ns = 150'000;
    const float ns = std::clamp(work_ns, 1000.0f, most_ns);
    set_cost(ns, ns);
    run_.arena().post(*this);
}

std::uint64_t GraphHelper::start() noexcept {
    const std::lock_guard lock(run_.mutex_);
    is_running = true;
    return 1;
}

void GraphHelper::run_units(std::uint64_t, std::uint64_t, device::WorkerMemory& memory) noexcept {
    GraphCommand::ReadyNodes local;
    run_.work(local, memory);
}

void GraphHelper::finish() noexcept {
    {
        const std::lock_guard lock(run_.mutex_);
        is_posted = is_running = false;
    }
    run_.call_helpers();
    run_.task_ended();
}

LargeWorkTask::LargeWorkTask(GraphCommand& run) noexcept : run_(run) {
    set_owner(run.queue());
    set_urgency(run.queue()->urgency());
    set_timed();
}

void LargeWorkTask::post(std::uint32_t node, RecordedWork& work) noexcept {
    node_ = node;
    work_ = &work;
    const WorkOutlook outlook = work.outlook();
    set_cost(outlook.total_ns, outlook.unit_ns);
    set_least_cost(outlook.least_ns);
    set_max_threads(outlook.is_alone ? 1 : run_.queue()->max_threads());
    set_unknown(outlook.is_unknown);
    set_any_order(outlook.is_any_order);
    run_.arena().post(*this);
}

std::uint64_t LargeWorkTask::start() noexcept {
    work_->begin();
    return work_->units();
}

void LargeWorkTask::run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept {
    if (run_.has_failed()) return skip_rest();
    std::string text;
    const cl_int status = work_->run(first, count, memory, nullptr, text);
    if (status < 0) run_.fail_with(status, std::move(text));
}

void LargeWorkTask::finish() noexcept {
    const std::uint64_t spent = spent_ticks() - std::exchange(spent_before_, spent_ticks());
    // A failed run skips units, so the measured time is not the time of the whole work.
    const bool is_good = !run_.has_failed();
    work_->end(is_good ? device::nanoseconds(spent) : 0, is_shared(), is_good);
    GraphCommand& run = run_;
    const std::uint32_t node = node_;
    {
        const std::lock_guard lock(run.mutex_);
        is_posted = false;
    }
    run.work_after(node, device::WorkerMemory::of_this_thread());
    run.task_ended();
}

FamilyTask::FamilyTask(GraphCommand& run, std::uint32_t node, LaunchWork& work)
    : run_(run),
      node_(node),
      work_(work),
      family_(*this, *run.queue(), work.program(), KernelLaunch::functions, &work.launch()) {
    for (const Ref<Queue>& queue : work.device_queues()) family_.keep_queue(queue);
    set_owner(run.queue());
    set_urgency(run.queue()->urgency());
    set_max_threads(run.queue()->max_threads());
}

void FamilyTask::post() noexcept {
    const WorkOutlook outlook = work_.outlook();
    set_cost(outlook.total_ns, outlook.unit_ns);
    set_unknown(outlook.is_unknown);
    set_any_order(outlook.is_any_order);
    run_.arena().post(*this);
}

device::Task* FamilyTask::find_task() noexcept {
    return has_ended_.load(std::memory_order_acquire) ? family_.find_task() : this;
}

void FamilyTask::run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept {
    if (run_.has_failed()) return skip_rest();
    EnqueueScope scope(family_, nullptr, nullptr);
    std::string text;
    const cl_int status = work_.run(first, count, memory, &scope, text);
    if (status < 0) run_.fail_with(status, std::move(text));
    ChildList ready, waiting;
    scope.end(ready, waiting);
    family_.take_range(ready, waiting, /*is_last=*/first + count == work_.units());
}

void FamilyTask::finish() noexcept {
    has_ended_.store(true, std::memory_order_release);
    const Ref<GraphCommand> held(&run_);
    family_.root_ended();
}

void FamilyTask::child_failed(cl_int status, std::string text) noexcept { run_.fail_with(status, std::move(text)); }

bool FamilyTask::is_ending() const noexcept { return run_.has_failed() && run_.context().is_terminated(); }

void FamilyTask::family_complete() noexcept {
    family_.release_queues();
    work_.end(0, false, false);
    run_.work_after(node_, device::WorkerMemory::of_this_thread());
    run_.task_ended();
}

void FamilyTask::hold() noexcept { run_.retain(); }

void FamilyTask::let_go() noexcept { run_.release(); }

}  // namespace lanewise::runtime

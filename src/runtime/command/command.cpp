#include "runtime/command/command.h"

#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime {

Command::~Command() = default;

device::Arena& Command::arena() const noexcept { return queue_->device().arena(); }

Dependency* Command::reserve_dependencies(std::size_t count) {
    if (count <= few_dependencies_.size()) return few_dependencies_.data();
    many_dependencies_ = std::make_unique<Dependency[]>(count);
    return many_dependencies_.get();
}

void Command::depend_on(Event& event, Dependency& slot, bool passes_failure) noexcept {
    slot.command = this;
    slot.passes_failure = passes_failure;
    unmet_.fetch_add(1, std::memory_order_relaxed);
    if (event.add_successor(slot)) return;
    unmet_.fetch_sub(1, std::memory_order_relaxed);
    if (passes_failure && event.status() < 0) fail(CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST);
}

void Command::fail(cl_int status) noexcept {
    cl_int expected = CL_COMPLETE;
    result_.compare_exchange_strong(expected, status, std::memory_order_relaxed);
}

std::uint64_t Command::start() noexcept {
    if (has_failed()) return 0;
    advance(CL_RUNNING);
    if (queue_->profiles()) stamp(Moment::started);
    return plan();
}

void Command::run_units(std::uint64_t, std::uint64_t, device::WorkerMemory&) noexcept {
    const cl_int status = run();
    if (status < 0) fail(status);
}

void Command::finish() noexcept {
    release_resources();
    if (queue_->profiles()) stamp(Moment::ended);
    const cl_int result = result_.load(std::memory_order_relaxed);
    // What merely follows from a failure elsewhere is told there.
    if (result < 0 && result != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) {
        context().report("a command failed while it ran, mostly for lack of memory");
    }
    settle(result);
    queue_->remove(*this);
    release();
}

}  // namespace lanewise::runtime

#include "runtime/command/enqueuing_command.h"

#include <utility>

#include "runtime/children/enqueue_scope.h"
#include "runtime/core/context.h"

namespace lanewise::runtime {

EnqueuingCommand::EnqueuingCommand(Ref<Queue>&& queue, cl_command_type type, LaunchedKernel kernel,
                                   const NDRange& range, const Dim3& asked_local, ArgBlock arguments,
                                   std::shared_ptr<ProgramCode> program, std::vector<Ref<Queue>> queues)
    : KernelCommand(std::move(queue), type, std::move(kernel), range, asked_local, std::move(arguments)),
      family_(*this, *this->queue(), std::move(program), KernelLaunch::functions, &kernel_launch()) {
    for (Ref<Queue>& kept : queues) family_.keep_queue(std::move(kept));
    set_goes_on();
}

void EnqueuingCommand::run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept {
    EnqueueScope scope(family_, nullptr, nullptr);
    launch(first, count, memory, &scope);
    ChildList ready, waiting;
    scope.end(ready, waiting);
    // Children of the last range of work-groups are run by the thread that ends the command, usually the same thread
    // that ran this range.
    family_.take_range(ready, waiting, /*is_last=*/first + count == groups());
}

void EnqueuingCommand::release_resources() noexcept {
    KernelCommand::release_resources();
    family_.release_queues();
}

bool EnqueuingCommand::is_complete() noexcept {
    family_.root_ended();
    return false;  // family_complete() completes the command, or has already completed it
}

void EnqueuingCommand::child_failed(cl_int status, std::string text) noexcept {
    cl_int expected = CL_COMPLETE;
    if (child_status_.compare_exchange_strong(expected, status) && !has_failed()) set_failure(std::move(text));
}

bool EnqueuingCommand::is_ending() const noexcept { return has_failed() && context().is_terminated(); }

void EnqueuingCommand::family_complete() noexcept {
    const cl_int status = child_status_.load(std::memory_order_acquire);
    if (status < 0) fail(status);
    complete();
}

}  // namespace lanewise::runtime

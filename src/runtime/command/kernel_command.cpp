#include "runtime/command/kernel_command.h"

#include "device/machine/clock.h"
#include "runtime/core/device.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime {

KernelCommand::KernelCommand(Ref<Queue>&& queue_of, cl_command_type type, LaunchedKernel&& kernel, const NDRange& range,
                             const Dim3& asked_local, ArgBlock&& arguments)
    : Command(std::move(queue_of), type),
      launch_(queue()->context(), queue()->device(), std::move(kernel), range, asked_local, std::move(arguments)) {
    const WorkOutlook outlook = launch_.outlook();
    set_cost(outlook.total_ns, outlook.unit_ns);
    if (outlook.least_ns < WorkOutlook::no_least_ns) set_least_cost(outlook.least_ns);
    if (outlook.is_alone) set_max_threads(1);
    if (launch_.code().cost.wants_time(outlook.total_ns) || launch_.turn()) set_timed();
    if (outlook.is_unknown) set_unknown();
    if (outlook.is_any_order) set_any_order();
}

KernelCommand::~KernelCommand() = default;

void KernelCommand::run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept {
    launch(first, count, memory, nullptr);
}

void KernelCommand::launch(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                           void* enqueues) noexcept {
    // Skips the remaining work-groups if a work-group has failed.
    if (has_failed()) return skip_rest();
    const device::Outcome outcome = launch_.run(first, count, memory, enqueues);
    if (outcome.lacked_memory) fail(CL_OUT_OF_RESOURCES);
    if (outcome.fault.signal != 0 && fail(CL_OUT_OF_RESOURCES)) failure_ = launch_.text_of(outcome);
}

void KernelCommand::release_resources() noexcept {
    launch_.flush_output();
    if (spent_ticks() != 0) {
        const float items = static_cast<float>(units() * launch_.items_per_group());
        const float ns = device::nanoseconds(spent_ticks());
        launch_.code().cost.correct(ns, items, is_shared());
        if (launch_.turn() && !has_failed()) launch_.turn().report(ns);
    }
    launch_.release();
}

}  // namespace lanewise::runtime

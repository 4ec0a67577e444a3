#include "runtime/api/enqueue/constructors.h"

#include <utility>

#include "runtime/command/kernel_command.h"
#include "runtime/core/context.h"
#include "runtime/core/device.h"

namespace lanewise::runtime::api {
namespace {

struct Run final : VariableStorage::Construction {
    explicit Run(Ref<Event> done) : event(std::move(done)) {}
    const Ref<Event> event;
};

// Enqueues the constructors to a new queue, so that they wait for no other command.
std::unique_ptr<Run> enqueue_constructors(Context& context, Device& device, ProgramCode& program) {
    auto queue = make<Queue>(context, device, QueueSettings{});
    // With one lane, no chunk is partial, so LaunchedKernel's member for partial chunks is null.
    LaunchedKernel launched{program.kernel_for(*program.constructors(), CodeVariant::one_lane), nullptr};
    const NDRange one;
    ArgBlock arguments(launched.usual->info.arg_block_bytes);
    arguments.local_bytes = launched.usual->code.local_bytes;
    auto command = make<KernelCommand>(Ref<Queue>(queue), CL_COMMAND_NDRANGE_KERNEL, std::move(launched), one,
                                       one.local_size, std::move(arguments));
    auto run = std::make_unique<Run>(Ref<Event>(*command));
    Queue::enqueue(std::move(command), {}, nullptr);
    queue->flush();
    return run;
}

}  // namespace

void LaunchWaits::add_constructors(const Queue& queue, ProgramCode& program) {
    const auto& run = static_cast<const Run&>(program.variable_storage()->construct(
        queue.device(), [&] { return enqueue_constructors(queue.context(), queue.device(), program); }));
    if (run.event->status() == CL_COMPLETE) return;
    events_.assign(list_.begin(), list_.end());
    events_.push_back(run.event.get());
    list_ = events_;
}

}  // namespace lanewise::runtime::api

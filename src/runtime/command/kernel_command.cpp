#include "runtime/command/kernel_command.h"

#include <algorithm>

#include "device/machine/clock.h"
#include "device/machine/page_sizes.h"
#include "device/machine/page_watcher.h"
#include "runtime/children/enqueue_scope.h"
#include "runtime/core/device.h"
#include "runtime/core/fault_text.h"
#include "runtime/core/mem_object.h"
#include "runtime/core/queue.h"

namespace lanewise::runtime {

namespace {

/// Time of a launch and of a work-group in addition to that of their work-items.
constexpr float launch_overhead_ns = 50;
constexpr float group_overhead_ns = 3;
/// A long launch with fewer work-groups than this has long work-groups.
constexpr std::uint64_t few_groups = 16;

std::optional<device::LaunchedCode> code_of(const std::shared_ptr<const CompiledKernel>& kernel) {
    if (!kernel) return std::nullopt;
    return device::LaunchedCode{kernel->code, kernel->entry()};
}

}  // namespace

const abi::RuntimeFunctions KernelCommand::functions{
    &KernelCommand::print, &EnqueueScope::enqueue, &EnqueueScope::device_call, {}};

KernelCommand::KernelCommand(Ref<Queue>&& queue_of, cl_command_type type, LaunchedKernel&& kernel, const NDRange& range,
                             const Dim3& asked_local, ArgBlock&& arguments)
    : Command(std::move(queue_of), type),
      kernel_(std::move(kernel)),
      arguments_(std::move(arguments)),
      launch_(*code_of(kernel_.usual), code_of(kernel_.partial_chunks), range,
              queue()->device().cpu().largest_cache_bytes(), arguments_.local_bytes,
              kernel_.usual->variables->block_of(queue()->device()), functions, this),
      asked_local_{static_cast<std::uint32_t>(asked_local[0]), static_cast<std::uint32_t>(asked_local[1]),
                   static_cast<std::uint32_t>(asked_local[2])} {
    check(launch_.fits(), CL_OUT_OF_RESOURCES,
          "A work-group of this size needs more private and local memory than a thread of the device has. Use a "
          "smaller local_work_size.");
    const float group_ns =
        group_overhead_ns + kernel_.usual->cost.item_ns() * static_cast<float>(launch_.items_per_group());
    const float total_ns = static_cast<float>(launch_.groups()) * group_ns;
    set_cost(launch_overhead_ns + total_ns, group_ns);
    // The arena needs the lower bound only for long launches.
    constexpr float long_ns = 100'000;
    if (total_ns > long_ns) {
        const float items = static_cast<float>(launch_.groups()) * static_cast<float>(launch_.items_per_group());
        set_least_cost(kernel_.usual->cost.least_item_ns() * items);
    }
    if (kernel_.usual->cost.wants_alone(total_ns)) set_max_threads(1);
    if (kernel_.usual->cost.wants_time(total_ns) || kernel_.turn) set_timed();
    if (!kernel_.usual->cost.is_known()) set_unknown();
    if (kernel_.usual->code.any_order) set_any_order();
}

KernelCommand::~KernelCommand() = default;

void KernelCommand::run_units(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory) noexcept {
    launch(first, count, memory, nullptr);
}

void KernelCommand::launch(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                           void* enqueues) noexcept {
    // Skips the remaining work-groups after a failure of any of them.
    if (has_failed()) return skip_rest();
    if (launch_.groups() < few_groups) device::expect_touches();
    const device::Outcome outcome = launch_.run(arguments_.data(), first, count, memory, enqueues);
    device::look_at_pages();
    if (outcome.lacked_memory) fail(CL_OUT_OF_RESOURCES);
    if (outcome.fault.signal != 0 && fail(CL_OUT_OF_RESOURCES)) {
        failure_ =
            fault_text(kernel_.usual->info.name, launch_, {asked_local_[0], asked_local_[1], asked_local_[2]}, outcome);
    }
}

void KernelCommand::release_resources() noexcept {
    printf_.flush();
    if (spent_ticks() != 0) {
        const float items = static_cast<float>(units() * launch_.items_per_group());
        const float ns = device::nanoseconds(spent_ticks());
        kernel_.usual->cost.correct(ns, items, is_shared());
        if (kernel_.turn && !has_failed()) kernel_.turn.report(ns);
    }
    arguments_.release_objects();
    kernel_.usual.reset();
    kernel_.partial_chunks.reset();
    kernel_.turn.end();
}

std::int32_t KernelCommand::print(const abi::Launch* launch, const char* format, const std::byte* arguments,
                                  std::uint64_t argument_bytes) {
    const device::OutsideKernel outside;
    auto* const command = static_cast<KernelCommand*>(launch->command);
    return command->printf_.print(format, {arguments, argument_bytes});
}

}  // namespace lanewise::runtime

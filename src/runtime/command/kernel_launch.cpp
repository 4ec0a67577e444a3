#include "runtime/command/kernel_launch.h"

#include "runtime/children/enqueue_scope.h"
#include "runtime/core/faults.h"

namespace lanewise::runtime {

const abi::RuntimeFunctions KernelLaunch::functions{
    &KernelLaunch::print, &EnqueueScope::enqueue, &EnqueueScope::device_call, {}};

struct KernelLaunch::Concurrency {
    bool zeroes_local;
    std::optional<device::ConcurrentGroups> groups;  // state of a launch that runs only once; otherwise empty
};

void KernelLaunch::FreeConcurrency::operator()(Concurrency* concurrency) const noexcept { delete concurrency; }

void KernelLaunch::make_concurrent(bool runs_often) {
    launch_.set_concurrent();
    // Work-groups need not run concurrently if no work-group ever waits for another work-group. If a kernel enqueues
    // kernels and its work-groups may wait for each other, the launch has only one work-group (max_concurrent_groups).
    if (launch_.sub_groups() == 0 || kernel_.usual->code.enqueues) return;
    concurrency_.reset(new Concurrency{is_special_, {}});
    if (!runs_often) concurrency_->groups.emplace(launch_.groups(), launch_.sub_groups());
    is_special_ = true;
}

device::Outcome KernelLaunch::run_special(std::uint64_t first, std::uint64_t count, device::WorkerMemory& memory,
                                          void* enqueues) noexcept {
    if (!concurrency_)
        return run_zeroed(arguments_.local_bytes, launch_, arguments_.data(), first, count, memory, enqueues);
    const bool zeroes_local = concurrency_->zeroes_local;
    if (concurrency_->groups)
        return launch_.run_concurrently(arguments_.data(), *concurrency_->groups, zeroes_local, memory);
    if (first != 0) return {};
    device::ConcurrentGroups groups(launch_.groups(), launch_.sub_groups());
    return launch_.run_concurrently(arguments_.data(), groups, zeroes_local, memory);
}

std::string KernelLaunch::text_of(const device::Outcome& outcome) const {
    return fault_text(kernel_.usual->info.name, launch_, {asked_local_[0], asked_local_[1], asked_local_[2]}, outcome);
}

std::int32_t KernelLaunch::print(const abi::Launch* launch, const char* format, const std::byte* arguments,
                                 std::uint64_t argument_bytes) {
    const device::OutsideKernel outside;
    auto* const printing = static_cast<KernelLaunch*>(launch->command);
    return printing->printf_.print(format, {arguments, argument_bytes});
}

}  // namespace lanewise::runtime

#include "runtime/graph/recorded_kernel.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "runtime/core/context.h"
#include "runtime/core/device.h"
#include "runtime/core/mem_object.h"

namespace lanewise::runtime {

namespace {

std::uint64_t own_local_bytes(const LaunchedKernel& kernel) {
    const std::uint64_t usual = kernel.usual->code.local_bytes;
    return kernel.partial_chunks ? std::max(usual, kernel.partial_chunks->code.local_bytes) : usual;
}

/// Returns a copy of the arguments, which holds references to the same objects.
ArgBlock copy_of(const ArgBlock& block) {
    ArgBlock made(block.bytes());
    std::memcpy(made.data(), block.data(), block.bytes());
    made.local_bytes = block.local_bytes;
    made.has_large_objects = block.has_large_objects;
    made.indirect_kinds = block.indirect_kinds;
    made.indirect_pointers = block.indirect_pointers;
    block.for_each_object([&](MemObject& object) { made.hold(Ref<MemObject>(object)); });
    return made;
}

GivenSizes given(const LaunchSizes& sizes) {
    return {sizes.work_dim, sizes.global.data(), sizes.has_local ? sizes.local.data() : nullptr};
}

}  // namespace

RecordedKernel::RecordedKernel(Kernel& kernel, const DeviceKernel& usual, Settings settings,
                               cl_mutable_dispatch_fields_khr fields)
    : recorded_(kernel), usual_(usual), fields_(fields), settings_(std::move(settings)) {}

Ref<LaunchWork> RecordedKernel::make_work(const Settings& settings) const {
    const Kernel& kernel = *settings.kernel;
    if (!kernel.has_all_args()) return {};
    const CompiledKernel& compiled = *usual_.compiled();
    ArgBlock arguments = kernel.snapshot(compiled);
    NDRange range = settings.range;
    std::shared_ptr<ProgramCode> other;
    // A launch does not join a trial of plans while the launch is recorded or updated; choose() lets the launch join
    // before a run.
    LaunchedKernel launched = choose_code(*usual_.device, kernel, usual_, compiled, given(settings.sizes), arguments,
                                          /*may_try=*/false, range, other);
    place_local_arguments(kernel, launched, compiled.code.local_bytes, arguments);
    std::vector<Ref<Queue>> queues;
    if (compiled.code.enqueues) queues = kernel.device_queues();
    auto work =
        make<LaunchWork>(kernel.context(), *usual_.device, std::move(launched), range, settings.range.local_size,
                         std::move(arguments), other ? other : usual_.program, std::move(queues));
    if (kernel.is_concurrent()) work->launch().make_concurrent(/*runs_often=*/true);
    return work;
}

void RecordedKernel::exchange(Settings& settings, Ref<LaunchWork>& work) noexcept {
    std::swap(settings_, settings);
    std::swap(work_, work);
    wants_choice_ = true;
}

Ref<LaunchWork> RecordedKernel::choose_again() noexcept {
    try {
        return choose();
    } catch (...) {
        return {};  // the launch keeps its present code, which is correct
    }
}

Ref<LaunchWork> RecordedKernel::choose() {
    NDRange range = settings_.range;
    std::shared_ptr<ProgramCode> other;
    const CompiledKernel& compiled = *usual_.compiled();
    LaunchedKernel launched = choose_code(*usual_.device, *settings_.kernel, usual_, compiled, given(settings_.sizes),
                                          work_->arguments(), /*may_try=*/true, range, other);
    const LaunchedKernel& before = work_->kernel();
    wants_choice_ = launched.turn || launched.usual->code.provisional || compiled.code.provisional;
    const bool is_same = launched.usual == before.usual && launched.partial_chunks == before.partial_chunks;
    if (is_same && !launched.turn && !work_->has_turn()) return {};
    ArgBlock arguments = copy_of(work_->arguments());
    place_local_arguments(*settings_.kernel, launched, own_local_bytes(before), arguments);
    work_ = make<LaunchWork>(settings_.kernel->context(), *usual_.device, std::move(launched), range,
                             settings_.range.local_size, std::move(arguments), other ? other : usual_.program,
                             work_->device_queues());
    if (settings_.kernel->is_concurrent()) work_->launch().make_concurrent(/*runs_often=*/true);
    return work_;
}

}  // namespace lanewise::runtime

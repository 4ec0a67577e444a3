#include "runtime/command/launch_choice.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "device/kernel/lane_order.h"
#include "device/kernel/regroup.h"
#include "runtime/core/device.h"
#include "runtime/object/config.h"
#include "runtime/object/error.h"

namespace lanewise::runtime {

namespace {

// Returns code of `variant`, for a launch that cannot use the usual code or would be slow with it. The code is compiled
// at the first launch that needs it.
const std::shared_ptr<const CompiledKernel>& code_of_variant(const DeviceKernel& kernel, CodeVariant variant) {
    const auto& code = kernel.program->kernel_for(kernel.index, variant);
    // clGetKernelSubGroupInfo reports one sub-group size for all launches of the kernel, so all code that can observe
    // sub-groups must have this size.
    const KernelCode& usual = kernel.compiled()->code;
    check(!usual.uses_sub_groups || code->code.sub_group_size == usual.sub_group_size, CL_OUT_OF_RESOURCES,
          "Code for this NDRange would have sub-groups of {} work-items, but clGetKernelSubGroupInfo reports {}. Use a "
          "local size whose first dimension is a multiple of the sub-group size.",
          code->code.sub_group_size, usual.sub_group_size);
    return code;
}

CodeVariant fastest_variant(Device& device, const DeviceKernel& kernel, const NDRange& range) {
    const CompiledKernel& compiled = *kernel.compiled();
    const KernelCode& usual = compiled.code;
    const unsigned threads = device.compute_units();
    if (device::are_few_and_long(range, usual, compiled.expected_ns(range.items()), threads))
        return CodeVariant::one_lane;
    return device::fills_lanes(range, usual) ? device::fewer_lanes(range, usual)
                                             : device::best_lane_order(range, usual);
}

// Chooses one-lane code for a launch of few work-items if this code has been compiled. Also chooses one-lane code if
// the launch would otherwise wait for code for partial chunks, because compiling one-lane code takes no longer than
// that wait. One-lane code is much faster than vector code, for example, for a scan in which each core runs one long
// work-item.
bool take_one_lane(Device& device, const DeviceKernel& kernel, const NDRange& range, LaunchedKernel& launched) {
    const KernelCode& usual = kernel.compiled()->code;
    if (config().vector_width || !device::are_few(range, usual, device.compute_units())) return false;
    ProgramCode& program = *kernel.program;
    const bool waits =
        device::has_partial_chunks(range, usual) && !program.has_made(kernel.index, CodeVariant::partial_chunks);
    if (!waits && !program.has_made(kernel.index, CodeVariant::one_lane)) return false;
    launched.usual = code_of_variant(kernel, CodeVariant::one_lane);
    return true;
}

// Returns whether the launch needs code for partial chunks that has not been made yet.
bool lacks_code(Device& device, const DeviceKernel& kernel, const NDRange& range) {
    const KernelCode& usual = kernel.compiled()->code;
    if (usual.whole_lanes == 1 || kernel.program->has_made(kernel.index, CodeVariant::partial_chunks)) return false;
    const NDRange own = device::regroup(range.exchanged(usual.lane_dimension), usual, device.compute_units());
    return device::has_partial_chunks(own, usual);
}

// Chooses code for a launch that may not fill the lanes of the usual code. Returns false if other code is better than
// the usual code, even if the other code has not been compiled yet.
bool take_lanes(Device& device, const DeviceKernel& kernel, const NDRange& range, LaunchedKernel& launched) {
    const KernelCode& usual = kernel.compiled()->code;
    const CodeVariant variant = fastest_variant(device, kernel, range);
    // If LANEWISE_VECTOR_WIDTH is set, all code has this number of lanes.
    if (variant == CodeVariant::usual || (config().vector_width && plan_of(variant).lanes != 0)) return true;
    if (device::is_worth_waiting(range, usual, lacks_code(device, kernel, range))) {
        launched.usual = code_of_variant(kernel, variant);
        return false;
    }
    if (const auto* made = kernel.program->code_when_hot(kernel.index, variant, range.items(), device.arena()))
        launched.usual = *made;
    return false;
}

// Makes a launch take part in the trial of the kernel's plans. Must be called only for launches that the usual code
// suits. Returns the variant of the code that the launch runs.
CodeVariant take_turn(Device& device, const DeviceKernel& kernel, const NDRange& range, LaunchedKernel& launched) {
    auto planned = kernel.program->planned_code(kernel.index, range, device.compute_units(), device.arena());
    if (planned.variant != CodeVariant::usual) launched.usual = planned.code;
    launched.turn = std::move(planned.turn);
    return planned.variant;
}

// Makes the launch run code that is specialized for the launch's images and samplers, if such code of the same variant
// has been compiled.
void take_known(Device& device, const DeviceKernel& kernel, CodeVariant variant, const NDRange& range,
                const ArgBlock& arguments, LaunchedKernel& launched) {
    const CodeSlot::Code* known =
        kernel.program->known_code(kernel.index, variant, arguments.data(), range.items(), device.arena());
    if (!known) return;
    const KernelCode& usual = launched.usual->code;
    const KernelCode& code = (*known)->code;
    if (usual.uses_sub_groups && code.sub_group_size != usual.sub_group_size) return;
    if (device::suits(range, usual, code, device.compute_units())) launched.usual = *known;
}

// Chooses the code of a launch. Also changes `range`: exchanges its dimensions as the code requires, and sets the local
// size that the launch really uses. If `may_try` is false, the launch takes no part in a trial of plans.
LaunchedKernel code_for_range(Device& device, const DeviceKernel& kernel, const ArgBlock& arguments, bool may_try,
                              NDRange& range) {
    LaunchedKernel launched{kernel.compiled(), nullptr};
    if (range.is_empty()) return launched;
    const KernelCode& usual = kernel.compiled()->code;
    if (usual.uses_sub_groups && !device::has_rows_of_sub_groups(range, usual)) {
        launched.usual = code_of_variant(kernel, CodeVariant::flat_groups);
        return launched;
    }
    if ((usual.small_ids && !range.is_below(small_id_bound)) || (usual.small_objects && arguments.has_large_objects))
        launched.usual = code_of_variant(kernel, CodeVariant::large_launch);
    else {
        // If other code suits the launch better than the usual code, the time of this launch must not influence which
        // plan is kept.
        const bool may_teach = !take_one_lane(device, kernel, range, launched) &&
                               (take_lanes(device, kernel, range, launched) || device::fills_lanes(range, usual));
        const bool is_usual = launched.usual == kernel.compiled();
        CodeVariant variant = CodeVariant::usual;
        // Code that was compiled quickly (provisional) is never compared with other plans, since faster code will
        // replace it.
        if (usual.other_plans != 0 && may_try && may_teach && !usual.provisional &&
            kernel.program->may_plan(kernel.index, *kernel.compiled(), range.items()))
            variant = take_turn(device, kernel, range, launched);
        if (is_usual && !launched.turn && !usual.enqueues && !usual.provisional)
            take_known(device, kernel, variant, range, arguments, launched);
    }
    const KernelCode& code = launched.usual->code;
    // Calls exchanged() and regroup() only if they change the range, because copying an NDRange takes as long as the
    // rest of this function.
    if (code.lane_dimension != 0) range = range.exchanged(code.lane_dimension);
    if (device::may_regroup(range, code)) range = device::regroup(range, code, device.compute_units());
    if (device::has_partial_chunks(range, code))
        launched.partial_chunks = code_of_variant(kernel, CodeVariant::partial_chunks);
    return launched;
}

// Returns the version of the program for launches whose arguments share objects, or for launches that repeat. Returns
// null if the launch should run code of the program itself, not of another version.
std::shared_ptr<ProgramCode> other_program(const Kernel& kernel, const DeviceKernel& usual, const KernelCode& code,
                                           const ArgBlock& arguments, const GivenSizes& sizes, const NDRange& range,
                                           device::Arena& arena) {
    if (kernel.share_objects(arguments, code.written_apart)) {
        auto shared = usual.program->for_shared_objects();
        tell_launch(*shared, usual.index, sizes);
        if (!shared->kernel(usual.index)->code.provisional) return shared;
        auto hot = shared->when_hot(usual.index, Objects::shared, range.items(), arena);
        return hot ? hot : shared;
    }
    const bool gains_apart = code.gains_apart != 0 && !kernel.share_objects(arguments, code.gains_apart);
    if (!gains_apart && !code.provisional) return nullptr;
    const Objects objects = code.gains_apart == 0 || gains_apart ? Objects::apart : Objects::shared;
    return usual.program->when_hot(usual.index, objects, range.items(), arena);
}

}  // namespace

LaunchedKernel choose_code(Device& device, const Kernel& kernel, const DeviceKernel& usual,
                           const CompiledKernel& compiled, const GivenSizes& sizes, const ArgBlock& arguments,
                           bool may_try, NDRange& range, std::shared_ptr<ProgramCode>& other) {
    other = other_program(kernel, usual, compiled.code, arguments, sizes, range, device.arena());
    std::optional<DeviceKernel> version;
    if (other) version = DeviceKernel{usual.device, other, usual.index};
    return code_for_range(device, version ? *version : usual, arguments, may_try, range);
}

void place_local_arguments(const Kernel& kernel, const LaunchedKernel& launched, std::uint64_t placed_after,
                           ArgBlock& arguments) {
    std::uint64_t needed = launched.usual->code.local_bytes;
    if (launched.partial_chunks) needed = std::max(needed, launched.partial_chunks->code.local_bytes);
    if (needed != placed_after) kernel.place_local_arguments(arguments, needed);
}

}  // namespace lanewise::runtime

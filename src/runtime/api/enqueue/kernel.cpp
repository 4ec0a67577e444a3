// Kernel launches (OpenCL API 3.0, section 5.10), and the local size that a launch would get.
#include "runtime/core/kernel.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "device/kernel/lane_order.h"
#include "device/kernel/regroup.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/ndrange_checks.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/enqueuing_command.h"
#include "runtime/core/context.h"
#include "runtime/object/config.h"

namespace lanewise::runtime::api {

namespace {

const DeviceKernel& code_of(const Queue& queue, const Kernel& kernel) {
    // "CL_INVALID_CONTEXT if context associated with command_queue and kernel are not the same".
    check(&queue.context() == &kernel.context(), CL_INVALID_CONTEXT,
          "The kernel belongs to another context than command_queue. Create both in the same context.");
    // "CL_INVALID_PROGRAM_EXECUTABLE if there is no successfully built program executable available
    // for device associated with command_queue."
    const auto* code = kernel.code_for(queue.device());
    check(code, CL_INVALID_PROGRAM_EXECUTABLE,
          "The kernel's program has no executable for the device of command_queue. Build it for this device.");
    return *code;
}

// Returns the kernel's code of another kind, for a launch that the usual code does not suit. Most usual code assumes
// small ids and full chunks. The code is compiled at the first launch that needs it.
const std::shared_ptr<const CompiledKernel>& code_of_kind(const DeviceKernel& kernel, CodeKind kind) {
    const auto& code = kernel.program->kernel_for(kernel.index, kind);
    // The result of clGetKernelSubGroupInfo must hold for every launch in which the kernel can observe sub-groups.
    const KernelCode& usual = kernel.compiled()->code;
    check(!usual.uses_sub_groups || code->code.sub_group_size == usual.sub_group_size, CL_OUT_OF_RESOURCES,
          "Code for this NDRange would have sub-groups of {} work-items, but clGetKernelSubGroupInfo reports {}. Use a "
          "local size whose first dimension is a multiple of the sub-group size.",
          code->code.sub_group_size, usual.sub_group_size);
    return code;
}

CodeKind kind_of_lanes(device::LaneOrder order) {
    switch (order) {
        case device::LaneOrder::usual: break;
        case device::LaneOrder::along_0: return CodeKind::along_0;
        case device::LaneOrder::along_1: return CodeKind::along_1;
        case device::LaneOrder::along_2: return CodeKind::along_2;
        case device::LaneOrder::along_linear_id: return CodeKind::along_linear_id;
        // If the user has set LANEWISE_VECTOR_WIDTH, this number of lanes applies to all code.
        case device::LaneOrder::eight_lanes: return config().vector_width ? CodeKind::usual : CodeKind::eight_lanes;
        case device::LaneOrder::sixteen_lanes: return config().vector_width ? CodeKind::usual : CodeKind::sixteen_lanes;
        case device::LaneOrder::thirty_two_lanes:
            return config().vector_width ? CodeKind::usual : CodeKind::thirty_two_lanes;
        case device::LaneOrder::one_lane: return config().vector_width ? CodeKind::usual : CodeKind::one_lane;
    }
    return CodeKind::usual;
}

device::LaneOrder best_order(const Queue& queue, const DeviceKernel& kernel, const NDRange& range) {
    const CompiledKernel& compiled = *kernel.compiled();
    const KernelCode& usual = compiled.code;
    const unsigned threads = queue.device().compute_units();
    if (device::are_few_and_long(range, usual, compiled.expected_ns(range.items()), threads))
        return device::LaneOrder::one_lane;
    return device::fills_lanes(range, usual) ? device::fewer_lanes(range, usual)
                                             : device::best_lane_order(range, usual);
}

// Takes one-lane code for a launch of few work-items, if such code has been made. Also takes it if code for partial
// chunks would otherwise have to be compiled, since that takes as long. One-lane code is much faster, for example, for
// a scan in which each core runs one long work-item.
bool take_one_lane(const Queue& queue, const DeviceKernel& kernel, const NDRange& range, LaunchedKernel& launched) {
    const KernelCode& usual = kernel.compiled()->code;
    if (config().vector_width || !device::are_few(range, usual, queue.device().compute_units())) return false;
    ProgramCode& program = *kernel.program;
    const bool waits =
        device::has_partial_chunks(range, usual) && !program.has_made(kernel.index, CodeKind::partial_chunks);
    if (!waits && !program.has_made(kernel.index, CodeKind::one_lane)) return false;
    launched.usual = code_of_kind(kernel, CodeKind::one_lane);
    return true;
}

// Returns whether the launch needs code for partial chunks that has not been made yet.
bool lacks_code(const Queue& queue, const DeviceKernel& kernel, const NDRange& range) {
    const KernelCode& usual = kernel.compiled()->code;
    if (usual.whole_lanes == 1 || kernel.program->has_made(kernel.index, CodeKind::partial_chunks)) return false;
    const NDRange own = device::regroup(range.exchanged(usual.lane_dimension), usual, queue.device().compute_units());
    return device::has_partial_chunks(own, usual);
}

// Chooses code for a launch that may be too narrow for all lanes of the usual code. Returns false if other code is
// better, even if that code has not been made.
bool take_lanes(const Queue& queue, const DeviceKernel& kernel, const NDRange& range, LaunchedKernel& launched) {
    const KernelCode& usual = kernel.compiled()->code;
    const CodeKind kind = kind_of_lanes(best_order(queue, kernel, range));
    if (kind == CodeKind::usual) return true;
    if (device::is_worth_waiting(range, usual, lacks_code(queue, kernel, range))) {
        launched.usual = code_of_kind(kernel, kind);
        return false;
    }
    device::Arena& arena = queue.device().arena();
    if (const auto* made = kernel.program->code_when_hot(kernel.index, kind, range.items(), arena))
        launched.usual = *made;
    return false;
}

// Lets a launch of the usual code take part in the trial of the kernel's plans. Returns the kind of the code that it
// runs.
CodeKind take_turn(const Queue& queue, const DeviceKernel& kernel, const NDRange& range, LaunchedKernel& launched) {
    Device& device = queue.device();
    auto planned = kernel.program->planned_code(kernel.index, range, device.compute_units(), device.arena());
    if (planned.kind != CodeKind::usual) launched.usual = planned.code;
    launched.turn = std::move(planned.turn);
    return planned.kind;
}

// Replaces the launch's code, of kind `kind`, by code that is specialized for its images and samplers, if there is any.
void take_known(const Queue& queue, const DeviceKernel& kernel, CodeKind kind, const NDRange& range,
                const ArgBlock& arguments, LaunchedKernel& launched) {
    const CodeSlot::Code* known =
        kernel.program->known_code(kernel.index, kind, arguments.data(), range.items(), queue.device().arena());
    if (!known) return;
    const KernelCode& usual = launched.usual->code;
    const KernelCode& code = (*known)->code;
    if (usual.uses_sub_groups && code.sub_group_size != usual.sub_group_size) return;
    if (device::suits(range, usual, code, queue.device().compute_units())) launched.usual = *known;
}

// Chooses the code of a launch. Also replaces the local size by the one that is really used, and exchanges the
// dimensions of the range for those of the code.
LaunchedKernel code_for_range(const Queue& queue, const DeviceKernel& kernel, const ArgBlock& arguments,
                              NDRange& range) {
    LaunchedKernel launched{kernel.compiled(), nullptr};
    if (range.is_empty()) return launched;
    const KernelCode& usual = kernel.compiled()->code;
    if (usual.uses_sub_groups && !device::has_rows_of_sub_groups(range, usual)) {
        launched.usual = code_of_kind(kernel, CodeKind::flat_groups);
        return launched;
    }
    if ((usual.small_ids && !range.is_below(small_id_bound)) || (usual.small_objects && arguments.has_large_objects))
        launched.usual = code_of_kind(kernel, CodeKind::large_launch);
    else {
        // A launch that other code suits better must not influence the choice of the plan.
        const bool may_teach = !take_one_lane(queue, kernel, range, launched) &&
                               (take_lanes(queue, kernel, range, launched) || device::fills_lanes(range, usual));
        const bool is_usual = launched.usual == kernel.compiled();
        CodeKind kind = CodeKind::usual;
        // Provisional code will be replaced by faster code, so no other plans are compared with it.
        if (usual.other_plans != 0 && may_teach && !usual.provisional &&
            kernel.program->may_plan(kernel.index, *kernel.compiled(), range.items()))
            kind = take_turn(queue, kernel, range, launched);
        if (is_usual && !launched.turn && !usual.enqueues && !usual.provisional)
            take_known(queue, kernel, kind, range, arguments, launched);
    }
    const KernelCode& code = launched.usual->code;
    // Copies the range only if the copy differs, since a copy takes as long as the rest of this function.
    if (code.lane_dimension != 0) range = range.exchanged(code.lane_dimension);
    if (device::may_regroup(range, code)) range = device::regroup(range, code, queue.device().compute_units());
    if (device::has_partial_chunks(range, code))
        launched.partial_chunks = code_of_kind(kernel, CodeKind::partial_chunks);
    return launched;
}

// Places the `__local` arguments again if the launch's code needs another size for its own local variables. This size
// may depend on assumptions of the code, for example small ids.
void place_local_arguments(const Kernel& kernel, const LaunchedKernel& launched, std::uint64_t placed_after,
                           ArgBlock& arguments) {
    std::uint64_t needed = launched.usual->code.local_bytes;
    if (launched.partial_chunks) needed = std::max(needed, launched.partial_chunks->code.local_bytes);
    if (needed != placed_after) kernel.place_local_arguments(arguments, needed);
}

/// The sizes that the application passed, not checked yet.
struct GivenSizes {
    cl_uint work_dim;
    const size_t* global;
    const size_t* local;
};

// Tells a compilation of the kernel the sizes of the launch that waits for it.
void tell_launch(ProgramCode& program, std::size_t index, const GivenSizes& sizes) {
    if (program.awaits_launches(index)) program.first_launch(index).tell(sizes.work_dim, sizes.global, sizes.local);
}

// Returns the version of the program for launches whose arguments share objects, or for launches that repeat. Returns
// null if the launch should run the program's usual code.
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

void enqueue_kernel(cl_command_queue queue_handle, cl_kernel kernel_handle, cl_command_type type, cl_uint work_dim,
                    const size_t* offset, const size_t* global, const size_t* local, cl_uint num_events,
                    const cl_event* events, cl_event* event) {
    Ref<Queue> queue = deref_live(queue_handle);
    const Ref<Kernel> kernel = deref(kernel_handle);
    const DeviceKernel& usual = code_of(*queue, *kernel);
    const GivenSizes sizes{work_dim, global, local};
    tell_launch(*usual.program, usual.index, sizes);
    const CompiledKernel& compiled = *usual.compiled();
    NDRange range = check_ndrange(queue->device(), compiled, work_dim, offset, global, local);
    const CheckedWaitList waits(*queue, num_events, events);
    // "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified."
    ArgBlock arguments = kernel->snapshot(compiled);
    std::optional<DeviceKernel> other;
    if (auto program = other_program(*kernel, usual, compiled.code, arguments, sizes, range, queue->device().arena()))
        other = DeviceKernel{usual.device, std::move(program), usual.index};
    const DeviceKernel& code = other ? *other : usual;
    const Dim3 asked_local = range.local_size;
    LaunchedKernel launched = code_for_range(*queue, code, arguments, range);
    place_local_arguments(*kernel, launched, compiled.code.local_bytes, arguments);
    if (compiled.code.enqueues) {
        auto command = make<EnqueuingCommand>(std::move(queue), type, std::move(launched), range, asked_local,
                                              std::move(arguments), code.program, kernel->device_queues());
        return Queue::enqueue(std::move(command), waits, event);
    }
    Queue::enqueue(
        make<KernelCommand>(std::move(queue), type, std::move(launched), range, asked_local, std::move(arguments)),
        waits, event);
}

cl_int suggested_local_work_size(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                 const size_t* global_work_offset, const size_t* global_work_size, size_t* suggested) {
    return entry(
        [&] {
            const Ref<Queue> queue = deref_host(command_queue);
            const Ref<Kernel> object = deref(kernel);
            const auto& code = code_of(*queue, *object);
            // "CL_INVALID_VALUE if suggested_local_work_size is NULL."
            check(suggested, CL_INVALID_VALUE, "suggested_local_work_size is null. Pass memory for work_dim sizes.");
            // "CL_INVALID_KERNEL_ARGS if all kernel arguments have not been set".
            static_cast<void>(object->snapshot(*code.compiled()));
            check(work_dim >= 1 && work_dim <= 3, CL_INVALID_WORK_DIMENSION, "work_dim is {}. Pass 1, 2 or 3.",
                  work_dim);
            for (cl_uint d = 0; d < work_dim; ++d) {
                // "CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL or if any of the values
                // specified in global_work_size are 0."
                check(global_work_size && global_work_size[d] != 0, CL_INVALID_GLOBAL_WORK_SIZE,
                      "global_work_size is null, or its size in dimension {} is 0. Pass at least 1 in each dimension.",
                      d);
            }
            const NDRange range = check_ndrange(queue->device(), *code.compiled(), work_dim, global_work_offset,
                                                global_work_size, nullptr);
            for (cl_uint d = 0; d < work_dim; ++d) suggested[d] = range.local_size[d];
        },
        "clGetKernelSuggestedLocalWorkSizeKHR");
}

}  // namespace

cl_int clEnqueueNDRangeKernel(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                              const size_t* global_work_offset, const size_t* global_work_size,
                              const size_t* local_work_size, cl_uint num_events_in_wait_list,
                              const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        enqueue_kernel(command_queue, kernel, CL_COMMAND_NDRANGE_KERNEL, work_dim, global_work_offset, global_work_size,
                       local_work_size, num_events_in_wait_list, event_wait_list, event);
    });
}

cl_int clEnqueueTask(cl_command_queue command_queue, cl_kernel kernel, cl_uint num_events_in_wait_list,
                     const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        const size_t one = 1;
        enqueue_kernel(command_queue, kernel, CL_COMMAND_TASK, 1, nullptr, &one, &one, num_events_in_wait_list,
                       event_wait_list, event);
    });
}

void* find_execution_function(std::string_view name) noexcept {
    return name == "clGetKernelSuggestedLocalWorkSizeKHR" ? reinterpret_cast<void*>(&suggested_local_work_size)
                                                          : nullptr;
}

}  // namespace lanewise::runtime::api

// Kernel launches (OpenCL API 3.0, section 5.10), and the local size that a launch would get.
#include "runtime/core/kernel.h"

#include <utility>

#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/constructors.h"
#include "runtime/api/enqueue/ndrange_checks.h"
#include "runtime/api/enqueue/wait_list.h"
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/enqueuing_command.h"
#include "runtime/command/launch_choice.h"
#include "runtime/core/context.h"

namespace lanewise::runtime::api {

namespace {

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
    if (kernel->is_concurrent()) check_concurrent(*kernel, compiled, range, local);
    const CheckedWaitList given(*queue, num_events, events);
    // "CL_INVALID_KERNEL_ARGS if the kernel argument values have not been specified."
    ArgBlock arguments = kernel->snapshot(compiled);
    const LaunchWaits waits(*queue, *usual.program, given);
    const Dim3 asked_local = range.local_size;
    std::shared_ptr<ProgramCode> other;
    LaunchedKernel launched =
        choose_code(queue->device(), *kernel, usual, compiled, sizes, arguments, true, range, other);
    place_local_arguments(*kernel, launched, compiled.code.local_bytes, arguments);
    if (compiled.code.enqueues) {
        auto command =
            make<EnqueuingCommand>(std::move(queue), type, std::move(launched), range, asked_local,
                                   std::move(arguments), other ? other : usual.program, kernel->device_queues());
        if (kernel->is_concurrent()) command->make_concurrent();
        return Queue::enqueue(std::move(command), waits, event);
    }
    auto command =
        make<KernelCommand>(std::move(queue), type, std::move(launched), range, asked_local, std::move(arguments));
    if (kernel->is_concurrent()) [[unlikely]]
        command->make_concurrent();
    Queue::enqueue(std::move(command), waits, event);
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

cl_int clGetKernelSuggestedLocalWorkSize(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                         const size_t* global_work_offset, const size_t* global_work_size,
                                         size_t* suggested) {
    return entry([&] {
        // "CL_INVALID_COMMAND_QUEUE if command_queue is not a valid host command-queue".
        const Ref<Queue> queue = deref_host(command_queue);
        const Ref<Kernel> object = deref(kernel);
        const auto& code = code_of(*queue, *object);
        tell_launch(*code.program, code.index, {work_dim, global_work_size, nullptr});
        // "CL_INVALID_VALUE if suggested_local_work_size is NULL."
        check(suggested, CL_INVALID_VALUE, "suggested_local_work_size is null. Pass memory for work_dim sizes.");
        // "CL_INVALID_KERNEL_ARGS if all kernel arguments have not been set".
        static_cast<void>(object->snapshot(*code.compiled()));
        check(work_dim >= 1 && work_dim <= 3, CL_INVALID_WORK_DIMENSION, "work_dim is {}. Pass 1, 2 or 3.", work_dim);
        for (cl_uint d = 0; d < work_dim; ++d) {
            // "CL_INVALID_GLOBAL_WORK_SIZE if global_work_size is NULL or if any of the values
            // specified in global_work_size are 0."
            check(global_work_size && global_work_size[d] != 0, CL_INVALID_GLOBAL_WORK_SIZE,
                  "global_work_size is null, or its size in dimension {} is 0. Pass at least 1 in each dimension.", d);
        }
        const NDRange range =
            check_ndrange(queue->device(), *code.compiled(), work_dim, global_work_offset, global_work_size, nullptr);
        for (cl_uint d = 0; d < work_dim; ++d) suggested[d] = range.local_size[d];
    });
}

cl_int clGetKernelMaxConcurrentWorkGroupCountINTEL(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                                   const size_t* global_work_offset, const size_t* local_work_size,
                                                   size_t* max_work_group_count) {
    return entry([&] {
        // "Any errors related to command_queue, kernel, work_dim, global_work_offset, or local_work_size from
        // clEnqueueNDRangeKernel."
        const Ref<Queue> queue = deref_live(command_queue);
        const Ref<Kernel> object = deref(kernel);
        const CompiledKernel& compiled = *code_of(*queue, *object).compiled();
        // "CL_INVALID_WORK_GROUP_SIZE if local_work_size is NULL."
        check(local_work_size, CL_INVALID_WORK_GROUP_SIZE,
              "local_work_size is null. Pass the size of the work-groups that are counted.");
        // "CL_INVALID_VALUE if max_work_group_count is NULL."
        check(max_work_group_count, CL_INVALID_VALUE, "max_work_group_count is null. Pass memory for the result.");
        // The query has no global size, so the NDRange of one work-group is checked.
        const NDRange range =
            check_ndrange(queue->device(), compiled, work_dim, global_work_offset, local_work_size, local_work_size);
        static_cast<void>(object->snapshot(compiled));
        *max_work_group_count = max_concurrent_groups(*object, compiled, range);
    });
}

cl_int clGetKernelSuggestedLocalWorkSizeKHR(cl_command_queue command_queue, cl_kernel kernel, cl_uint work_dim,
                                            const size_t* global_work_offset, const size_t* global_work_size,
                                            size_t* suggested) {
    return clGetKernelSuggestedLocalWorkSize(command_queue, kernel, work_dim, global_work_offset, global_work_size,
                                             suggested);
}

}  // namespace lanewise::runtime::api

// Reading, writing, copying and filling ranges of buffers (OpenCL API 3.0, sections 5.2.2 to 5.2.4).
#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/transfer_command.h"

namespace lanewise::runtime::api {

cl_int clEnqueueReadBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read, size_t offset,
                           size_t size, void* ptr, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> source = deref_buffer(*queue, buffer);
        check_range(*source, offset, size);
        check(ptr, CL_INVALID_VALUE, "ptr is null. Pass the host memory to read from or write to.");
        // "CL_INVALID_OPERATION if clEnqueueReadBuffer is called on buffer which has been created with
        // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS"
        check(source->host_may_read(), CL_INVALID_OPERATION,
              "The buffer was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS, so the host may not read "
              "it. Create it without these flags.");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::CopyJob job(static_cast<std::byte*>(ptr), source->data() + offset, size);
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_READ_BUFFER, job, std::move(source)), blocking_read,
               waits, event);
    });
}

cl_int clEnqueueWriteBuffer(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write, size_t offset,
                            size_t size, const void* ptr, cl_uint num_events_in_wait_list,
                            const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> target = deref_buffer(*queue, buffer);
        check_range(*target, offset, size);
        check(ptr, CL_INVALID_VALUE, "ptr is null. Pass the host memory to read from or write to.");
        check_host_write(*target);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::CopyJob job(target->data() + offset, static_cast<const std::byte*>(ptr), size);
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_WRITE_BUFFER, job, std::move(target)), blocking_write,
               waits, event);
    });
}

cl_int clEnqueueCopyBuffer(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer, size_t src_offset,
                           size_t dst_offset, size_t size, cl_uint num_events_in_wait_list,
                           const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        CheckedCopy copy = check_copy_buffer(*queue, src_buffer, dst_buffer, src_offset, dst_offset, size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<CopyCommand>(std::move(queue), CL_COMMAND_COPY_BUFFER, copy.job, std::move(copy.first),
                                         std::move(copy.second)),
                       waits, event);
    });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        auto fill = check_fill_buffer(*queue, buffer, pattern, pattern_size, offset, size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<FillCommand>(std::move(queue), CL_COMMAND_FILL_BUFFER, fill.job, std::move(fill.first)),
                       waits, event);
    });
}

}  // namespace lanewise::runtime::api

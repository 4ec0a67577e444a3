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
        // "CL_INVALID_OPERATION if clEnqueueWriteBuffer is called on buffer which has been created with
        // CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS"
        check(target->host_may_write(), CL_INVALID_OPERATION,
              "The buffer was created with CL_MEM_HOST_READ_ONLY or CL_MEM_HOST_NO_ACCESS, so the host may not write "
              "it. Create it without these flags.");
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
        Ref<MemObject> source = deref_buffer(*queue, src_buffer);
        Ref<MemObject> target = deref_buffer(*queue, dst_buffer);
        check_range(*source, src_offset, size);
        check_range(*target, dst_offset, size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const std::byte* const from = source->data() + src_offset;
        std::byte* const to = target->data() + dst_offset;
        // "CL_MEM_COPY_OVERLAP if src_buffer and dst_buffer are the same buffer or sub-buffer object and the source and
        // destination regions overlap", also "different sub-buffers of the same associated buffer object". The check
        // covers all objects that share memory.
        check(from + size <= to || to + size <= from, CL_MEM_COPY_OVERLAP,
              "The {} bytes at src_offset {} and at dst_offset {} overlap. Copy through another buffer, or use ranges "
              "that do not overlap.",
              size, src_offset, dst_offset);
        Queue::enqueue(make<CopyCommand>(std::move(queue), CL_COMMAND_COPY_BUFFER, device::CopyJob(to, from, size),
                                         std::move(source), std::move(target)),
                       waits, event);
    });
}

cl_int clEnqueueFillBuffer(cl_command_queue command_queue, cl_mem buffer, const void* pattern, size_t pattern_size,
                           size_t offset, size_t size, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                           cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> target = deref_buffer(*queue, buffer);
        check_range(*target, offset, size);
        check_pattern(pattern, pattern_size);
        // "CL_INVALID_VALUE if offset is not a multiple of pattern_size"; "if size is not [...]"
        check(offset % pattern_size == 0 && size % pattern_size == 0, CL_INVALID_VALUE,
              "offset ({} bytes) or size ({} bytes) is no multiple of pattern_size ({} bytes).", offset, size,
              pattern_size);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::FillJob job(target->data() + offset, size, pattern, pattern_size);
        Queue::enqueue(make<FillCommand>(std::move(queue), CL_COMMAND_FILL_BUFFER, job, std::move(target)), waits,
                       event);
    });
}

}  // namespace lanewise::runtime::api

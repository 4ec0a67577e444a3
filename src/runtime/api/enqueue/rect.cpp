// Reading, writing and copying boxes of buffers (OpenCL API 3.0, sections 5.2.2 and 5.2.3).
#include "runtime/api/dispatch.h"
#include "runtime/api/enqueue/overlap.h"
#include "runtime/api/enqueue/transfer_checks.h"
#include "runtime/api/entry.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/transfer_command.h"

namespace lanewise::runtime::api {
namespace {

void check_inside(const Box& box, const MemObject& buffer) {
    check(box.end <= buffer.size(), CL_INVALID_VALUE, "The region ends at byte {}, but the buffer has only {} bytes.",
          box.end, buffer.size());
}

PlacedBox place(const MemObject& buffer, const Box& box) {
    return {buffer.data() + box.offset, buffer.data() + box.end, box.layout};
}

}  // namespace

CheckedCopy check_copy_buffer_rect(const Queue& queue, cl_mem src_buffer, cl_mem dst_buffer, const GivenBox& given_from,
                                   const GivenBox& given_to, const std::size_t* region) {
    Ref<MemObject> source = deref_buffer(queue, src_buffer);
    Ref<MemObject> target = deref_buffer(queue, dst_buffer);
    const Box from = check_box(given_from.origin, region, given_from.row_pitch, given_from.slice_pitch);
    const Box to = check_box(given_to.origin, region, given_to.row_pitch, given_to.slice_pitch);
    check_inside(from, *source);
    check_inside(to, *target);
    check_target(*target);
    // "CL_INVALID_VALUE if src_buffer and dst_buffer are the same buffer object and src_row_pitch is not equal to
    // dst_row_pitch", and the same for the slice pitches. Pitches of 0 have been replaced by the smallest pitches
    // before this check.
    check(source.get() != target.get() ||
              (from.layout.row_pitch == to.layout.row_pitch && from.layout.slice_pitch == to.layout.slice_pitch),
          CL_INVALID_VALUE,
          "src_buffer and dst_buffer are the same, but their row pitches ({} and {} bytes) or slice pitches ({} "
          "and {} bytes) differ. Pass equal pitches.",
          from.layout.row_pitch, to.layout.row_pitch, from.layout.slice_pitch, to.layout.slice_pitch);
    check_no_overlap(place(*source, from), place(*target, to), {region[0], region[1], region[2]});
    const device::CopyJob job(target->data() + to.offset, to.layout, source->data() + from.offset, from.layout,
                              {region[0], region[1], region[2]});
    return {job, std::move(source), std::move(target)};
}

cl_int clEnqueueReadBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_read,
                               const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                               size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                               size_t host_slice_pitch, void* ptr, cl_uint num_events_in_wait_list,
                               const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> source = deref_buffer(*queue, buffer);
        const Box from = check_box(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
        const Box to = check_box(host_origin, region, host_row_pitch, host_slice_pitch);
        check_inside(from, *source);
        check(ptr, CL_INVALID_VALUE, "ptr is null. Pass the host memory to read from or write to.");
        check(source->host_may_read(), CL_INVALID_OPERATION,
              "The buffer was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS, so the host may not read "
              "it. Create it without these flags.");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::CopyJob job(static_cast<std::byte*>(ptr) + to.offset, to.layout, source->data() + from.offset,
                                  from.layout, {region[0], region[1], region[2]});
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_READ_BUFFER_RECT, job, std::move(source)), blocking_read,
               waits, event);
    });
}

cl_int clEnqueueWriteBufferRect(cl_command_queue command_queue, cl_mem buffer, cl_bool blocking_write,
                                const size_t* buffer_origin, const size_t* host_origin, const size_t* region,
                                size_t buffer_row_pitch, size_t buffer_slice_pitch, size_t host_row_pitch,
                                size_t host_slice_pitch, const void* ptr, cl_uint num_events_in_wait_list,
                                const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> target = deref_buffer(*queue, buffer);
        const Box to = check_box(buffer_origin, region, buffer_row_pitch, buffer_slice_pitch);
        const Box from = check_box(host_origin, region, host_row_pitch, host_slice_pitch);
        check_inside(to, *target);
        check(ptr, CL_INVALID_VALUE, "ptr is null. Pass the host memory to read from or write to.");
        check_host_write(*target);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::CopyJob job(target->data() + to.offset, to.layout,
                                  static_cast<const std::byte*>(ptr) + from.offset, from.layout,
                                  {region[0], region[1], region[2]});
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_WRITE_BUFFER_RECT, job, std::move(target)),
               blocking_write, waits, event);
    });
}

cl_int clEnqueueCopyBufferRect(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_buffer,
                               const size_t* src_origin, const size_t* dst_origin, const size_t* region,
                               size_t src_row_pitch, size_t src_slice_pitch, size_t dst_row_pitch,
                               size_t dst_slice_pitch, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                               cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        CheckedCopy copy =
            check_copy_buffer_rect(*queue, src_buffer, dst_buffer, {src_origin, src_row_pitch, src_slice_pitch},
                                   {dst_origin, dst_row_pitch, dst_slice_pitch}, region);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<CopyCommand>(std::move(queue), CL_COMMAND_COPY_BUFFER_RECT, copy.job, std::move(copy.first),
                                         std::move(copy.second)),
                       waits, event);
    });
}

}  // namespace lanewise::runtime::api

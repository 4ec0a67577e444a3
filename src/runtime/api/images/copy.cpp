// Copies between images, and between images and buffers (OpenCL API 3.0, sections 5.3.4 and 5.3.6).
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/images/regions.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/transfer_command.h"

namespace lanewise::runtime::api {
namespace {

// "CL_MEM_COPY_OVERLAP if src_image and dst_image are the same image object and the source and destination regions
// overlap". The check also covers different images that share memory.
void check_apart(const MemObject& source, const ImageRegion& from, const MemObject& target, const ImageRegion& to) {
    if (&source == &target) {
        check(!from.overlaps(to), CL_MEM_COPY_OVERLAP,
              "The source and destination regions of the image overlap. Copy through another image, or use regions "
              "that do not overlap.");
        return;
    }
    check_no_overlap(place(source.image(), from), place(target.image(), to), source.image().box(from));
}

}  // namespace

CheckedCopy check_copy_image(const Queue& queue, cl_mem src_image, cl_mem dst_image, const std::size_t* src_origin,
                             const std::size_t* dst_origin, const std::size_t* region) {
    Ref<MemObject> source = deref_image(queue, src_image);
    Ref<MemObject> target = deref_image(queue, dst_image);
    const Image& from = source->image();
    const Image& to = target->image();
    // "CL_IMAGE_FORMAT_MISMATCH if src_image and dst_image do not use the same image format"
    check(&from.format() == &to.format(), CL_IMAGE_FORMAT_MISMATCH,
          "src_image and dst_image have different image formats. Copy with a kernel that converts, or create both "
          "with the same format.");
    const ImageRegion read = check_image_region(from, src_origin, region);
    const ImageRegion written = check_image_region(to, dst_origin, region);
    check_target(*target);
    check_apart(*source, read, *target, written);
    const device::CopyJob job(to.address(written), to.layout(written.level), from.address(read),
                              from.layout(read.level), from.box(read));
    return {job, std::move(source), std::move(target)};
}

CheckedCopy check_copy_image_to_buffer(const Queue& queue, cl_mem src_image, cl_mem dst_buffer,
                                       const std::size_t* src_origin, const std::size_t* region,
                                       std::size_t dst_offset) {
    Ref<MemObject> source = deref_image(queue, src_image);
    Ref<MemObject> target = deref_buffer(queue, dst_buffer);
    const Image& from = source->image();
    const ImageRegion read = check_image_region(from, src_origin, region);
    const device::BoxLayout dense = dense_layout(from, read);
    // "CL_INVALID_VALUE if [...] the region specified by dst_offset and dst_offset + dst_cb [is] out of bounds"
    check_range(*target, dst_offset, dense.slice_pitch * read.extent[2]);
    check_target(*target);
    const device::CopyJob job(target->data() + dst_offset, dense, from.address(read), from.layout(read.level),
                              from.box(read));
    return {job, std::move(source), std::move(target)};
}

CheckedCopy check_copy_buffer_to_image(const Queue& queue, cl_mem src_buffer, cl_mem dst_image, std::size_t src_offset,
                                       const std::size_t* dst_origin, const std::size_t* region) {
    Ref<MemObject> source = deref_buffer(queue, src_buffer);
    Ref<MemObject> target = deref_image(queue, dst_image);
    const Image& to = target->image();
    const ImageRegion written = check_image_region(to, dst_origin, region);
    const device::BoxLayout dense = dense_layout(to, written);
    // "CL_INVALID_VALUE if [...] the region specified by src_offset and src_offset + src_cb [is] out of bounds"
    check_range(*source, src_offset, dense.slice_pitch * written.extent[2]);
    check_target(*target);
    const device::CopyJob job(to.address(written), to.layout(written.level), source->data() + src_offset, dense,
                              to.box(written));
    return {job, std::move(source), std::move(target)};
}

cl_int clEnqueueCopyImage(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_image, const size_t* src_origin,
                          const size_t* dst_origin, const size_t* region, cl_uint num_events_in_wait_list,
                          const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        CheckedCopy copy = check_copy_image(*queue, src_image, dst_image, src_origin, dst_origin, region);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<CopyCommand>(std::move(queue), CL_COMMAND_COPY_IMAGE, copy.job, std::move(copy.first),
                                         std::move(copy.second)),
                       waits, event);
    });
}

cl_int clEnqueueCopyImageToBuffer(cl_command_queue command_queue, cl_mem src_image, cl_mem dst_buffer,
                                  const size_t* src_origin, const size_t* region, size_t dst_offset,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        CheckedCopy copy = check_copy_image_to_buffer(*queue, src_image, dst_buffer, src_origin, region, dst_offset);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<CopyCommand>(std::move(queue), CL_COMMAND_COPY_IMAGE_TO_BUFFER, copy.job,
                                         std::move(copy.first), std::move(copy.second)),
                       waits, event);
    });
}

cl_int clEnqueueCopyBufferToImage(cl_command_queue command_queue, cl_mem src_buffer, cl_mem dst_image,
                                  size_t src_offset, const size_t* dst_origin, const size_t* region,
                                  cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        CheckedCopy copy = check_copy_buffer_to_image(*queue, src_buffer, dst_image, src_offset, dst_origin, region);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<CopyCommand>(std::move(queue), CL_COMMAND_COPY_BUFFER_TO_IMAGE, copy.job,
                                         std::move(copy.first), std::move(copy.second)),
                       waits, event);
    });
}

}  // namespace lanewise::runtime::api

// Reading, writing and filling regions of images (OpenCL API 3.0, sections 5.3.3 and 5.3.5).
#include "device/kernel/texel.h"
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/images/regions.h"
#include "runtime/api/live_handle.h"
#include "runtime/command/transfer_command.h"

namespace lanewise::runtime::api {

CheckedTransfer<device::BoxFillJob> check_fill_image(const Queue& queue, cl_mem image, const void* fill_color,
                                                     const std::size_t* origin, const std::size_t* region) {
    Ref<MemObject> object = deref_image(queue, image);
    const Image& target = object->image();
    // "CL_INVALID_VALUE if fill_color is NULL"
    check(fill_color, CL_INVALID_VALUE, "fill_color is null. Pass the four channels of the color.");
    const ImageRegion part = check_image_region(target, origin, region);
    check_target(*object);
    // "The fill color will be converted to the appropriate image channel format and order associated with image"
    const auto texel = device::pack_texel(target.format(), fill_color);
    const device::BoxFillJob job(target.address(part), target.layout(part.level), target.box(part), texel.data(),
                                 target.shape().texel_bytes());
    return {job, std::move(object), {}};
}

cl_int clEnqueueReadImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_read, const size_t* origin,
                          const size_t* region, size_t row_pitch, size_t slice_pitch, void* ptr,
                          cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> object = deref_image(*queue, image);
        const Image& source = object->image();
        const ImageRegion part = check_image_region(source, origin, region);
        const device::BoxLayout layout = check_host_layout(source, part, row_pitch, slice_pitch);
        check(ptr, CL_INVALID_VALUE, "ptr is null. Pass the host memory to read from or write to.");
        // "CL_INVALID_OPERATION if clEnqueueReadImage is called on image which has been created with
        // CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS"
        check(object->host_may_read(), CL_INVALID_OPERATION,
              "The image was created with CL_MEM_HOST_WRITE_ONLY or CL_MEM_HOST_NO_ACCESS, so the host may not read "
              "it. Create it without these flags.");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::CopyJob job(static_cast<std::byte*>(ptr), layout, source.address(part), source.layout(part.level),
                                  source.box(part));
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_READ_IMAGE, job, std::move(object)), blocking_read, waits,
               event);
    });
}

cl_int clEnqueueWriteImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_write, const size_t* origin,
                           const size_t* region, size_t input_row_pitch, size_t input_slice_pitch, const void* ptr,
                           cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        Ref<MemObject> object = deref_image(*queue, image);
        const Image& target = object->image();
        const ImageRegion part = check_image_region(target, origin, region);
        const device::BoxLayout layout = check_host_layout(target, part, input_row_pitch, input_slice_pitch);
        check(ptr, CL_INVALID_VALUE, "ptr is null. Pass the host memory to read from or write to.");
        check_host_write(*object);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        const device::CopyJob job(target.address(part), target.layout(part.level), static_cast<const std::byte*>(ptr),
                                  layout, target.box(part));
        submit(make<CopyCommand>(std::move(queue), CL_COMMAND_WRITE_IMAGE, job, std::move(object)), blocking_write,
               waits, event);
    });
}

cl_int clEnqueueFillImage(cl_command_queue command_queue, cl_mem image, const void* fill_color, const size_t* origin,
                          const size_t* region, cl_uint num_events_in_wait_list, const cl_event* event_wait_list,
                          cl_event* event) {
    return entry([&] {
        Ref<Queue> queue = deref_live(command_queue);
        auto fill = check_fill_image(*queue, image, fill_color, origin, region);
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        Queue::enqueue(make<BoxFillCommand>(std::move(queue), CL_COMMAND_FILL_IMAGE, fill.job, std::move(fill.first)),
                       waits, event);
    });
}

}  // namespace lanewise::runtime::api

// Maps regions of images (OpenCL API 3.0, section 5.3.7). Mapping makes no copy: the mapped memory is the image's own
// memory.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/images/regions.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/command/map_command.h"

namespace lanewise::runtime::api {

void* clEnqueueMapImage(cl_command_queue command_queue, cl_mem image, cl_bool blocking_map, cl_map_flags map_flags,
                        const size_t* origin, const size_t* region, size_t* image_row_pitch, size_t* image_slice_pitch,
                        cl_uint num_events_in_wait_list, const cl_event* event_wait_list, cl_event* event,
                        cl_int* errcode_ret) {
    return pointer_entry(errcode_ret, [&]() -> void* {
        Ref<Queue> queue = deref_live(command_queue);
        const Ref<MemObject> object = deref_image(*queue, image);
        const Image& mapped = object->image();
        const ImageRegion part = check_image_region(mapped, origin, region);
        check_map_flags(map_flags);
        check_map_access(*object, map_flags);
        // "CL_INVALID_VALUE if image_row_pitch is NULL"; "if image is a 3D image, 1D or 2D image array object and
        // image_slice_pitch is NULL"
        check(image_row_pitch, CL_INVALID_VALUE,
              "image_row_pitch is null. Pass memory for the row pitch of the mapped region.");
        const bool has_slices = mapped.shape().is_array() || mapped.shape().dimensions() == 3;
        check(image_slice_pitch || !has_slices, CL_INVALID_VALUE,
              "image_slice_pitch is null, but the image has slices or layers. Pass memory for the slice pitch.");
        const CheckedWaitList waits(*queue, num_events_in_wait_list, event_wait_list);
        std::byte* const pointer = mapped.address(part);
        const MappedPart bytes{static_cast<std::size_t>(pointer - object->data()), mapped.span_bytes(part), part};
        auto command =
            make<MapCommand>(std::move(queue), CL_COMMAND_MAP_IMAGE, *object, bytes, maps_for_writing(map_flags));
        expect_writes(map_flags, pointer, bytes.size);
        submit(std::move(command), blocking_map, waits, event);
        const abi::ImageLevel& level = mapped.level(part.level);
        *image_row_pitch = level.row_pitch;
        if (image_slice_pitch) *image_slice_pitch = has_slices ? level.slice_pitch : 0;
        return pointer;
    });
}

}  // namespace lanewise::runtime::api

// Creation of images (OpenCL API 3.0, section 5.3.1), including the functions of OpenCL 1.1.
#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/images/description.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/api/mem_properties.h"
#include "runtime/core/context.h"
#include "runtime/core/device_limits.h"
#include "runtime/core/mem_object.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

Ref<MemObject> create_over(MemObject& parent, cl_mem_flags flags, ImageShape& shape, const cl_image_desc& description,
                           const void* host_ptr, std::vector<cl_mem_properties> properties) {
    check_shared_memory_flags(parent.flags(), flags);
    // cl_ext_immutable_memory_objects: CL_INVALID_VALUE "if CL_MEM_IMMUTABLE_EXT is not set in flags and mem_object was
    // created with CL_MEM_IMMUTABLE_EXT"
    check(!parent.is_immutable() || (flags & CL_MEM_IMMUTABLE_EXT) != 0, CL_INVALID_VALUE,
          "image_desc->mem_object was created with CL_MEM_IMMUTABLE_EXT, but flags ({}) lacks this flag. Set it.",
          Hex{flags});
    check_host_ptr(flags, host_ptr);
    check_parent(shape, description, parent);
    return make<MemObject>(parent, flags, shape, std::move(properties));
}

Ref<MemObject> create_image(cl_context context_handle, const cl_mem_properties* property_list, cl_mem_flags flags,
                            const cl_image_format* format, const cl_image_desc* description, void* host_ptr) {
    const Ref<Context> context = deref_live(context_handle);
    MemProperties properties = read_image_properties(*context, property_list);
    check_memory_flags(flags);
    ImageShape shape = check_image(format, description);
    if (description->mem_object) {
        // "CL_INVALID_IMAGE_DESCRIPTOR if values specified in image_desc are not valid"
        const Ref<MemObject> parent = deref(description->mem_object, CL_INVALID_IMAGE_DESCRIPTOR);
        check(&parent->context() == context.get(), CL_INVALID_IMAGE_DESCRIPTOR,
              "image_desc->mem_object belongs to another context. Create the image in the context of mem_object.");
        // An image is either "created from another memory object" or from an external handle.
        check(!properties.descriptor, CL_INVALID_PROPERTY,
              "The image has image_desc->mem_object and an external handle. Pass one of the two.");
        return create_over(*parent, flags, shape, *description, host_ptr, std::move(properties.list));
    }
    check(
        shape.type != CL_MEM_OBJECT_IMAGE1D_BUFFER, CL_INVALID_IMAGE_DESCRIPTOR,
        "The image's type is CL_MEM_OBJECT_IMAGE1D_BUFFER, but image_desc->mem_object is null. Pass the buffer there.");
    properties.check_arguments(flags, host_ptr);
    check_host_ptr(flags, host_ptr);
    // The specification does not define how images with several mip levels are stored in host memory, so host_ptr
    // cannot be used.
    check(!host_ptr || shape.mip_levels == 0, CL_INVALID_HOST_PTR,
          "host_ptr is given for an image with {} mip levels. Create it without host_ptr, and write each level with "
          "clEnqueueWriteImage.",
          shape.mip_levels);
    check_pitches(shape, *description, host_ptr || properties.descriptor);
    const std::size_t bytes = shape.bytes();
    const std::uint64_t most = limits::max_allocation_bytes(*context);
    check(bytes <= most, CL_MEM_OBJECT_ALLOCATION_FAILURE,
          "The image takes {} bytes, which exceeds CL_DEVICE_MAX_MEM_ALLOC_SIZE ({} bytes). Create a smaller image.",
          bytes, most);
    auto image =
        make<MemObject>(*context, flags, shape, host_ptr, std::move(properties.list), properties.map(bytes, flags));
    properties.take_descriptor();
    return image;
}

}  // namespace

cl_mem clCreateImage(cl_context context, cl_mem_flags flags, const cl_image_format* image_format,
                     const cl_image_desc* image_desc, void* host_ptr, cl_int* errcode_ret) {
    return create(errcode_ret,
                  [&] { return create_image(context, nullptr, flags, image_format, image_desc, host_ptr); });
}

cl_mem clCreateImageWithProperties(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                   const cl_image_format* image_format, const cl_image_desc* image_desc, void* host_ptr,
                                   cl_int* errcode_ret) {
    return create(errcode_ret,
                  [&] { return create_image(context, properties, flags, image_format, image_desc, host_ptr); });
}

cl_mem clCreateImage2D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format, size_t image_width,
                       size_t image_height, size_t image_row_pitch, void* host_ptr, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        deref_live(context);
        // OpenCL 1.1, section 5.3.1: "CL_INVALID_IMAGE_SIZE if image_width or image_height are 0"; "CL_INVALID_HOST_PTR
        // if host_ptr is NULL and [...]".
        check(image_width != 0 && image_height != 0, CL_INVALID_IMAGE_SIZE,
              "image_width is {} and image_height is {} pixels. Pass at least 1 for each.", image_width, image_height);
        const cl_image_desc description{
            CL_MEM_OBJECT_IMAGE2D, image_width, image_height, 0, 0, image_row_pitch, 0, 0, 0, {nullptr}};
        return create_image(context, nullptr, flags, image_format, &description, host_ptr);
    });
}

cl_mem clCreateImage3D(cl_context context, cl_mem_flags flags, const cl_image_format* image_format, size_t image_width,
                       size_t image_height, size_t image_depth, size_t image_row_pitch, size_t image_slice_pitch,
                       void* host_ptr, cl_int* errcode_ret) {
    return create(errcode_ret, [&] {
        deref_live(context);
        // OpenCL 1.1, section 5.3.1: "CL_INVALID_IMAGE_SIZE if image_width, image_height are 0 or if image_depth <= 1".
        check(image_width != 0 && image_height != 0 && image_depth > 1, CL_INVALID_IMAGE_SIZE,
              "image_width is {}, image_height is {} and image_depth is {} pixels. Pass at least 1 for width and "
              "height, and at least 2 for the depth.",
              image_width, image_height, image_depth);
        const cl_image_desc description{CL_MEM_OBJECT_IMAGE3D,
                                        image_width,
                                        image_height,
                                        image_depth,
                                        0,
                                        image_row_pitch,
                                        image_slice_pitch,
                                        0,
                                        0,
                                        {nullptr}};
        return create_image(context, nullptr, flags, image_format, &description, host_ptr);
    });
}

}  // namespace lanewise::runtime::api

// Queries of supported formats and of images (OpenCL API 3.0, sections 5.3.2 and 5.3.9).
#include "runtime/api/info.h"

#include "runtime/api/dispatch.h"
#include "runtime/api/entry.h"
#include "runtime/api/images/description.h"
#include "runtime/api/mem_flags.h"
#include "runtime/core/context.h"
#include "runtime/core/mem_object.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

cl_image_format format_of(const ImageFormat& format) {
    return {static_cast<cl_channel_order>(format.order), static_cast<cl_channel_type>(format.type)};
}

/// Returns the buffer from which the image was created. Returns null if the image has its own memory, or was created
/// from another image.
cl_mem buffer_of(const MemObject& object) {
    MemObject* const parent = object.parent();
    return parent && parent->kind() == MemKind::buffer ? parent->known_handle() : nullptr;
}

}  // namespace

cl_int clGetSupportedImageFormats(cl_context context, cl_mem_flags flags, cl_mem_object_type image_type,
                                  cl_uint num_entries, cl_image_format* image_formats, cl_uint* num_image_formats) {
    return entry([&] {
        deref(context);
        // `flags` does not change the result, since kernels can read and write images of every format.
        check_memory_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
        check(is_image_type(image_type), CL_INVALID_VALUE, "image_type is {}, which is no CL_MEM_OBJECT_IMAGE*.",
              Hex{image_type});
        // "CL_INVALID_VALUE if num_entries is zero and image_formats is not NULL"
        check(num_entries != 0 || !image_formats, CL_INVALID_VALUE,
              "image_formats is given, but num_entries is 0. Pass the number of entries in image_formats.");
        cl_uint count = 0;
        for (const ImageFormat& format : lanewise::image_formats) {
            if (!has_format(image_type, format)) continue;
            if (image_formats && count < num_entries) image_formats[count] = format_of(format);
            ++count;
        }
        if (num_image_formats) *num_image_formats = count;
    });
}

cl_int clGetImageInfo(cl_mem image, cl_image_info param_name, size_t param_value_size, void* param_value,
                      size_t* param_value_size_ret) {
    return entry([&] {
        const Ref<MemObject> object = deref(image);
        // "CL_INVALID_MEM_OBJECT if image is not a valid image object"
        check(object->kind() == MemKind::image, CL_INVALID_MEM_OBJECT, "image is a buffer or a pipe. Pass an image.");
        const ImageShape& shape = object->image().shape();
        const Info info(param_value_size, param_value, param_value_size_ret);
        // The query returns 0 for a size that images of this type do not have, such as the height of a 1D image.
        const auto size_if = [&](bool has_it, std::size_t size) { return info.value<std::size_t>(has_it ? size : 0); };
        const bool is_3d = shape.dimensions() == 3;
        switch (param_name) {
            case CL_IMAGE_FORMAT: return info.value<cl_image_format>(format_of(*shape.format));
            case CL_IMAGE_ELEMENT_SIZE: return info.value<std::size_t>(shape.texel_bytes());
            case CL_IMAGE_ROW_PITCH: return info.value<std::size_t>(shape.row_pitch);
            case CL_IMAGE_SLICE_PITCH: return size_if(is_3d || shape.is_array(), shape.slice_pitch);
            case CL_IMAGE_WIDTH: return info.value<std::size_t>(shape.width);
            case CL_IMAGE_HEIGHT: return size_if(shape.dimensions() >= 2, shape.height);
            case CL_IMAGE_DEPTH: return size_if(is_3d, shape.depth);
            case CL_IMAGE_ARRAY_SIZE: return size_if(shape.is_array(), shape.layers);
            case CL_IMAGE_BUFFER: return info.value<cl_mem>(buffer_of(*object));
            case CL_IMAGE_NUM_MIP_LEVELS: return info.value<cl_uint>(shape.mip_levels);
            case CL_IMAGE_NUM_SAMPLES: return info.value<cl_uint>(0);
        }
        fail_unknown_query(param_name);
    });
}

}  // namespace lanewise::runtime::api

// Queries the requirements of an image that does not exist yet (cl_ext_image_requirements_info, with the additions of
// cl_ext_image_from_buffer).
#include "runtime/api/entry.h"
#include "runtime/api/extensions.h"
#include "runtime/api/images/description.h"
#include "runtime/api/info.h"
#include "runtime/api/live_handle.h"
#include "runtime/api/mem_flags.h"
#include "runtime/api/mem_properties.h"
#include "runtime/core/device_limits.h"
#include "runtime/object/handle.h"

namespace lanewise::runtime::api {
namespace {

/// The format and description that are used if the application passes null: the largest texels and the most common
/// image type.
constexpr cl_image_format any_format{CL_RGBA, CL_FLOAT};
constexpr cl_image_desc any_description{CL_MEM_OBJECT_IMAGE2D, 1, 1, 1, 1, 0, 0, 0, 0, {nullptr}};

cl_uint max_width(const ImageShape& shape) {
    if (shape.type == CL_MEM_OBJECT_IMAGE1D_BUFFER) return limits::max_image_buffer_texels;
    return shape.dimensions() == 3 ? limits::max_image3d_size : limits::max_image_width;
}

void answer_limit(const ImageShape& shape, cl_image_requirements_info_ext name, const Info& info) {
    const bool is_3d = shape.dimensions() == 3;
    bool has_it = true;
    cl_uint limit = 0;
    switch (name) {
        case CL_IMAGE_REQUIREMENTS_MAX_WIDTH_EXT: limit = max_width(shape); break;
        case CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT:
            has_it = shape.dimensions() >= 2;
            limit = max_width(shape);
            break;
        case CL_IMAGE_REQUIREMENTS_MAX_DEPTH_EXT:
            has_it = is_3d;
            limit = max_width(shape);
            break;
        case CL_IMAGE_REQUIREMENTS_MAX_ARRAY_SIZE_EXT:
            has_it = shape.is_array();
            limit = limits::max_image_layers;
            break;
        default: fail_unknown_query(name);
    }
    // "CL_INVALID_IMAGE_DESCRIPTOR if param_name is CL_IMAGE_REQUIREMENTS_MAX_HEIGHT_EXT and image_desc->image_type is
    // not" a type with a height. Corresponding rules apply to queries of the other sizes.
    check(has_it, CL_INVALID_IMAGE_DESCRIPTOR,
          "Images of the type in image_desc do not have the size that param_name {} asks for. Ask for a size of this "
          "image type.",
          Hex{name});
    info.value<cl_uint>(limit);
}

}  // namespace

cl_int clGetImageRequirementsInfoEXT(cl_context context, const cl_mem_properties* properties, cl_mem_flags flags,
                                     const cl_image_format* image_format, const cl_image_desc* image_desc,
                                     cl_image_requirements_info_ext param_name, size_t param_value_size,
                                     void* param_value, size_t* param_value_size_ret) {
    return entry([&] {
        read_image_properties(*deref_live(context), properties);
        check_memory_flags(flags & ~cl_mem_flags{CL_MEM_KERNEL_READ_AND_WRITE});
        ImageShape shape =
            check_image(image_format ? image_format : &any_format, image_desc ? image_desc : &any_description);
        if (image_desc) check_pitches(shape, *image_desc, /*has_memory=*/true);
        const Info info(param_value_size, param_value, param_value_size_ret);
        switch (param_name) {
            case CL_IMAGE_REQUIREMENTS_ROW_PITCH_ALIGNMENT_EXT:
            case CL_IMAGE_REQUIREMENTS_SLICE_PITCH_ALIGNMENT_EXT:
            case CL_IMAGE_REQUIREMENTS_BASE_ADDRESS_ALIGNMENT_EXT: return info.value<std::size_t>(shape.texel_bytes());
            case CL_IMAGE_REQUIREMENTS_SIZE_EXT:
                // "CL_INVALID_VALUE if param_name is CL_IMAGE_REQUIREMENTS_SIZE_EXT and image_format or image_desc
                // are NULL"
                check(image_format && image_desc, CL_INVALID_VALUE,
                      "CL_IMAGE_REQUIREMENTS_SIZE_EXT needs image_format and image_desc, and one of them is null. "
                      "Pass both.");
                return info.value<std::size_t>(shape.bytes());
        }
        answer_limit(shape, param_name, info);
    });
}

}  // namespace lanewise::runtime::api

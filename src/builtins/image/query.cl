// Queries of images by kernels (OpenCL C 3.0, section 6.15.15.5). Kernels get channel orders and channel types as the
// numbers that the host API uses.
#include "image/image_types.h"

namespace lw {

LW_INLINE int2 size_of_plane(Image* image) {
    const int2 size = {int(image->level.width), int(image->level.height)};
    return size;
}
LW_INLINE int4 size_of_volume(Image* image) {
    const int4 size = {int(image->level.width), int(image->level.height), int(image->level.depth), 0};
    return size;
}

#define LW_QUERY(result, name, length, tag, type, access, value)                              \
    result name##_##tag##_##access(Image* image) __asm__("_Z" length #name type "_" #access); \
    result name##_##tag##_##access(Image* image) { return value; }
#define LW_QUERIES(result, name, length, tag, type, value) \
    LW_QUERY(result, name, length, tag, type, ro, value)   \
    LW_QUERY(result, name, length, tag, type, wo, value)   \
    LW_QUERY(result, name, length, tag, type, rw, value)

#define LW_OF_ANY(tag, type, dimension, I, icode, F, fcode)                            \
    LW_QUERIES(int, get_image_width, "15", tag, type, image->level.width)              \
    LW_QUERIES(int, get_image_channel_data_type, "27", tag, type, image->channel_type) \
    LW_QUERIES(int, get_image_channel_order, "23", tag, type, image->channel_order)
#define LW_OF_LEVELS(tag, type, dimension, I, icode, F, fcode) \
    LW_QUERIES(int, get_image_num_mip_levels, "24", tag, type, image->mip_levels)
#define LW_OF_PLANES(tag, type)                                             \
    LW_QUERIES(int, get_image_height, "16", tag, type, image->level.height) \
    LW_QUERIES(int2, get_image_dim, "13", tag, type, size_of_plane(image))
#define LW_OF_ARRAYS(tag, type) LW_QUERIES(size_t, get_image_array_size, "20", tag, type, image->layers)

LW_PLAIN_IMAGES(LW_OF_ANY)
LW_BUFFER_IMAGES(LW_OF_ANY)
LW_DEPTH_IMAGES(LW_OF_ANY)
LW_PLAIN_IMAGES(LW_OF_LEVELS)
LW_DEPTH_IMAGES(LW_OF_LEVELS)
LW_OF_PLANES(2d, "14ocl_image2d")
LW_OF_PLANES(2d_array, "20ocl_image2d_array")
LW_OF_PLANES(2d_depth, "20ocl_image2d_depth")
LW_OF_PLANES(2d_array_depth, "26ocl_image2d_array_depth")
LW_OF_ARRAYS(1d_array, "20ocl_image1d_array")
LW_OF_ARRAYS(2d_array, "20ocl_image2d_array")
LW_OF_ARRAYS(2d_array_depth, "26ocl_image2d_array_depth")
LW_QUERIES(int, get_image_height, "16", 3d, "14ocl_image3d", image->level.height)
LW_QUERIES(int, get_image_depth, "15", 3d, "14ocl_image3d", image->level.depth)
LW_QUERIES(int4, get_image_dim, "13", 3d, "14ocl_image3d", size_of_volume(image))

}  // namespace lw

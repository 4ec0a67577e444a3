// Fixture of image tests: image descriptions by type, images that release themselves, and functions that enqueue
// commands on images.
#pragma once

#include <algorithm>
#include <array>
#include <string>

#include "fixture.h"

namespace lanewise::test {

using Size3 = std::array<std::size_t, 3>;
/// Origin of a region. The fourth element may hold the mip level.
using Origin = std::array<std::size_t, 4>;

inline constexpr cl_image_format rgba8{CL_RGBA, CL_UNORM_INT8};
inline constexpr std::array image_types{CL_MEM_OBJECT_IMAGE1D,       CL_MEM_OBJECT_IMAGE1D_BUFFER,
                                        CL_MEM_OBJECT_IMAGE1D_ARRAY, CL_MEM_OBJECT_IMAGE2D,
                                        CL_MEM_OBJECT_IMAGE2D_ARRAY, CL_MEM_OBJECT_IMAGE3D};

/// Returns the number of coordinates that select a texel in an image of type `type`, including the layer.
inline unsigned coordinates_of(cl_mem_object_type type) {
    switch (type) {
        case CL_MEM_OBJECT_IMAGE1D:
        case CL_MEM_OBJECT_IMAGE1D_BUFFER: return 1;
        case CL_MEM_OBJECT_IMAGE1D_ARRAY:
        case CL_MEM_OBJECT_IMAGE2D: return 2;
        default: return 3;
    }
}

inline bool is_array(cl_mem_object_type type) {
    return type == CL_MEM_OBJECT_IMAGE1D_ARRAY || type == CL_MEM_OBJECT_IMAGE2D_ARRAY;
}

/// Returns the description of an image of the given size. For arrays, the last element of `size` is the number of
/// layers.
inline cl_image_desc describe(cl_mem_object_type type, Size3 size, cl_uint levels = 0) {
    cl_image_desc description{};
    description.image_type = type;
    description.image_width = size[0];
    if (type == CL_MEM_OBJECT_IMAGE1D_ARRAY) {
        description.image_array_size = size[1];
    } else if (coordinates_of(type) >= 2) {
        description.image_height = size[1];
    }
    if (type == CL_MEM_OBJECT_IMAGE2D_ARRAY) description.image_array_size = size[2];
    if (type == CL_MEM_OBJECT_IMAGE3D) description.image_depth = size[2];
    description.num_mip_levels = levels;
    return description;
}

class ImageTest : public ContextTest {
protected:
    Mem image(const cl_image_format& format, const cl_image_desc& description, cl_mem_flags flags = CL_MEM_READ_WRITE,
              void* host_ptr = nullptr, cl_context in = nullptr) {
        cl_int status = CL_SUCCESS;
        Mem created(clCreateImage(in ? in : context, flags, &format, &description, host_ptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return created;
    }
    Mem image_2d(std::size_t width, std::size_t height, cl_mem_flags flags = CL_MEM_READ_WRITE,
                 void* host_ptr = nullptr) {
        return image(rgba8, describe(CL_MEM_OBJECT_IMAGE2D, {width, height, 1}), flags, host_ptr);
    }

    /// Expects that the creation of an image fails, and returns the error code.
    cl_int creation_code(const cl_image_format* format, const cl_image_desc* description,
                         cl_mem_flags flags = CL_MEM_READ_WRITE, void* host_ptr = nullptr) {
        cl_int status = CL_SUCCESS;
        cl_mem created = clCreateImage(context, flags, format, description, host_ptr, &status);
        EXPECT_EQ(created, nullptr);
        if (created) clReleaseMemObject(created);
        return status;
    }

    template <class Value>
    static Value info(const Mem& image, cl_image_info name) {
        Value value{};
        EXPECT_EQ(clGetImageInfo(image.get(), name, sizeof value, &value, nullptr), CL_SUCCESS);
        return value;
    }

    cl_int read_image(const Mem& from, const Origin& origin, const Size3& region, void* to, std::size_t row = 0,
                      std::size_t slice = 0) {
        return clEnqueueReadImage(queue, from.get(), CL_TRUE, origin.data(), region.data(), row, slice, to, 0, nullptr,
                                  nullptr);
    }
    cl_int write_image(const Mem& to, const Origin& origin, const Size3& region, const void* from, std::size_t row = 0,
                       std::size_t slice = 0) {
        return clEnqueueWriteImage(queue, to.get(), CL_TRUE, origin.data(), region.data(), row, slice, from, 0, nullptr,
                                   nullptr);
    }
    cl_int copy_image(const Mem& from, const Mem& to, const Origin& from_origin, const Origin& to_origin,
                      const Size3& region) {
        return clEnqueueCopyImage(queue, from.get(), to.get(), from_origin.data(), to_origin.data(), region.data(), 0,
                                  nullptr, nullptr);
    }
};

}  // namespace lanewise::test

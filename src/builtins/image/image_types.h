// The image types of OpenCL C: their mangled names, and the dimension of each coordinate. A kernel represents an image
// by the address of its descriptor (lanewise/image_descriptor.h). Image functions take this address, but have the names
// that Clang gives to functions with image parameters.
#pragma once

#include "lanewise/image_descriptor.h"
#include "types.h"

namespace lw {

using Image = const __global lanewise::abi::ImageDescriptor;
namespace sampler = lanewise::abi::sampler;

enum class Dimension { line, line_array, plane, plane_array, volume };

/// Coordinates of a texel: column, row, and slice or layer.
template <class T>
struct Coordinates {
    T x, y, z;
};

template <Dimension dimension, class T>
LW_INLINE Coordinates<Element<T>> coordinates(T at) {
    if constexpr (dimension == Dimension::line)
        return {at, 0, 0};
    else if constexpr (dimension == Dimension::line_array)
        return {at.x, 0, at.y};
    else if constexpr (dimension == Dimension::plane)
        return {at.x, at.y, 0};
    else
        return {at.x, at.y, at.z};
}

}  // namespace lw

// M(tag, mangled name without access qualifier, dimension, type of int coordinates, its mangled name, type of float
// coordinates, its mangled name)
#define LW_PLAIN_IMAGES(M)                                                          \
    M(1d, "14ocl_image1d", line, int, "i", float, "f")                              \
    M(1d_array, "20ocl_image1d_array", line_array, int2, "Dv2_i", float2, "Dv2_f")  \
    M(2d, "14ocl_image2d", plane, int2, "Dv2_i", float2, "Dv2_f")                   \
    M(2d_array, "20ocl_image2d_array", plane_array, int4, "Dv4_i", float4, "Dv4_f") \
    M(3d, "14ocl_image3d", volume, int4, "Dv4_i", float4, "Dv4_f")
#define LW_BUFFER_IMAGES(M) M(1d_buffer, "21ocl_image1d_buffer", line, int, "i", float, "f")
#define LW_DEPTH_IMAGES(M)                                                    \
    M(2d_depth, "20ocl_image2d_depth", plane, int2, "Dv2_i", float2, "Dv2_f") \
    M(2d_array_depth, "26ocl_image2d_array_depth", plane_array, int4, "Dv4_i", float4, "Dv4_f")

// A random kernel that reads images of several types and formats, and writes one image. The kernel is data:
// print_program.cpp prints its source, and the model computes its results (unit/compiler/images/image_model.h).
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "images/test_image.h"

namespace lanewise::fuzz {

enum class ImageUse : std::uint8_t { floats, signed_ints, unsigned_ints };

struct ImageChoice {
    const char* type;      // type name in OpenCL C
    unsigned coordinates;  // number of elements of a coordinate: 1, 2 or 4
    test::ImageSize size;
    const ImageFormat* format;
    ImageUse use;
    bool is_depth;
    bool is_buffer;
    unsigned padding;
    unsigned levels;  // number of mip levels; 1 for images without mip levels
    bool is_large;    // has a descriptor which says that distances between texels may exceed 32 bits
};

/// How a read's coordinates are computed.
enum class Place : std::uint8_t {
    anywhere,   // loaded from a buffer of random coordinates, some of them NaN
    row,        // global id plus constants, so that the compiler sees that lanes read adjacent texels
    row_array,  // loaded from a buffer; lanes read adjacent texels, but the compiler cannot know
    steps,      // global id times a constant, so that the image is scaled, rotated or mirrored
};

/// Control flow around a read.
enum class Way : std::uint8_t { always, under_mask, in_loop, in_function, in_shared_function, through_functions };

/// Mip level of a read: `none` for the first level, or by a level of detail or gradients whose value is the
/// coordinate's fourth element.
enum class Detail : std::uint8_t { none, level, gradients };

/// The place where a read's sampler is defined.
enum class SamplerFrom : std::uint8_t { none, argument, kernel, program };

struct Read {
    std::size_t image;
    bool by_integers;
    Place place;
    Way way;
    bool after_barrier;
    Detail detail;
    SamplerFrom sampler_from;
    std::uint64_t sampler;
    float scale[3], offset[3];
};

struct ImageProgram {
    std::vector<ImageChoice> images;
    std::vector<Read> reads;
    ImageChoice written;
    bool reads_back;  // reads the written texel after a fence
    bool writes_under_mask;
    bool writes_levels;           // work-items write different levels; some of these levels do not exist
    std::uint32_t width, height;  // global size
    std::uint32_t local_width;

    std::size_t items() const { return std::size_t{width} * height; }
};

ImageProgram generate_program(std::mt19937& random);

/// Returns the source. The kernel `k` has the arguments: the images, the written image, and the samplers. Buffers of
/// int4 or float4 follow, and a buffer of masks. The buffers are: coordinates (reads * items), results and used
/// coordinates (also reads * items), masks, colours, and the texels that were read back (items each).
std::string source_of(const ImageProgram& program);

/// Returns a text for people with the formats, sizes and samplers.
std::string description_of(const ImageProgram& program);

}  // namespace lanewise::fuzz

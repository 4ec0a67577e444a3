// A random kernel that reads images of several types and formats, and writes one image. The kernel is a data structure:
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
    bool is_large;    // whether the image's descriptor says that distances in bytes between texels may exceed 32 bits
};

/// Way to compute the coordinates of a read.
enum class Place : std::uint8_t {
    anywhere,   // loaded from a buffer of random coordinates, some of them NaN
    row,        // global id plus constants, so that the compiler sees that lanes read adjacent texels
    row_array,  // loaded from a buffer; lanes read adjacent texels, but the compiler cannot know this
    steps,      // global id times a constant, so that the image is scaled, rotated or mirrored
};

/// Control flow around a read.
enum class Way : std::uint8_t { always, under_mask, in_loop, in_function, in_shared_function, through_functions };

/// Way in which a read selects the mip level. `none` reads the first level. `level` takes the level of detail from the
/// fourth element of the coordinates, and `gradients` takes the gradients from the same element.
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
    bool reads_back;  // whether each work-item executes a fence and then reads the texel that it wrote
    bool writes_under_mask;
    bool writes_levels;           // whether work-items write to different mip levels, some of which do not exist
    std::uint32_t width, height;  // global size
    std::uint32_t local_width;

    std::size_t items() const { return std::size_t{width} * height; }
};

ImageProgram generate_program(std::mt19937& random);

/// Returns the source. The first arguments of the kernel `k` are the images that it reads, the image that it writes,
/// and the samplers. Six buffers follow in this order: coordinates, results, used coordinates, masks, colours, and
/// texels that were read back. The elements of the masks are ints, and the elements of the other five buffers are int4.
/// The first three buffers have one element for each read of each work-item, and the last three have one element for
/// each work-item.
std::string source_of(const ImageProgram& program);

/// Returns a readable description of the formats, sizes and samplers.
std::string description_of(const ImageProgram& program);

}  // namespace lanewise::fuzz

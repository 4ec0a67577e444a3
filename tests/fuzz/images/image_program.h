// A random kernel that reads images of several types, formats and samplers, and writes one. The kernel is data, so that
// its source can be printed and the model can compute its result (unit/compiler/images/image_model.h).
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "images/test_image.h"

namespace lanewise::fuzz {

enum class ImageUse : std::uint8_t { floats, signed_ints, unsigned_ints };

struct ImageChoice {
    const char* type;      // its name in the source
    unsigned coordinates;  // components of a coordinate: 1, 2 or 4
    test::ImageSize size;
    const ImageFormat* format;
    ImageUse use;
    bool is_depth;
    bool is_buffer;
    unsigned padding;
    unsigned levels;  // 1: without mip levels
    bool is_large;    // treated as if distances between texels exceeded a word
};

/// The source of a read's coordinates.
enum class Place : std::uint8_t {
    anywhere,   // a buffer of random coordinates, some of them NaN
    row,        // the global id and constants: the compiler sees neighbouring texels
    row_array,  // the same from a buffer: neighbouring, but unknown to the compiler
    steps,      // the global id times a constant: stretched, shrunk, turned, mirrored
};

/// The control flow around a read.
enum class Way : std::uint8_t { always, under_mask, in_loop, in_function, in_shared_function, through_functions };

/// The mip level of a read: none, the coordinate's fourth number, or gradients of that length.
enum class Detail : std::uint8_t { none, level, gradients };

/// The place where a sampler is defined.
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
    bool reads_back;  // its own result, after a fence
    bool writes_under_mask;
    bool writes_levels;           // work-items take levels in turn; beyond the last level they write nothing
    std::uint32_t width, height;  // work-items
    std::uint32_t local_width;

    std::size_t items() const { return std::size_t{width} * height; }
};

ImageProgram generate_program(std::mt19937& random);

/// The arguments of the kernel `k` are the images, the written image, and each read's sampler. Then buffers of int4 or
/// float4 follow: coordinates (reads x items), results and the used coordinates (the same), masks (items), colours
/// (items), and the texels read back (items).
std::string source_of(const ImageProgram& program);

/// Describes formats, sizes and samplers for people.
std::string description_of(const ImageProgram& program);

}  // namespace lanewise::fuzz

// A random kernel that reads images of several types, formats and samplers, and writes one: what it does is data, so
// that its source can be printed and its result told by the model (unit/compiler/images/image_model.h).
#pragma once

#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "images/test_image.h"

namespace lanewise::fuzz {

enum class ImageUse : std::uint8_t { floats, signed_ints, unsigned_ints };

struct ImageChoice {
    const char* type;      // in the source
    unsigned coordinates;  // of a coordinate: 1, 2 or 4
    test::ImageSize size;
    const ImageFormat* format;
    ImageUse use;
    bool is_depth;
    bool is_buffer;
    unsigned padding;
    unsigned levels;  // 1: without mip levels
    bool is_large;    // as if distances between texels did not fit a word
};

/// Where a read's coordinates come from.
enum class Place : std::uint8_t {
    anywhere,   // a buffer of random ones, no numbers among them
    row,        // the global id and constants: texels side by side for sure
    row_array,  // the same out of a buffer: side by side, which the compiler cannot see
    steps,      // the global id times a constant: stretched, shrunk, turned, mirrored
};

/// How a read is reached.
enum class Way : std::uint8_t { always, under_mask, in_loop, in_function, in_shared_function, through_functions };

/// What says the mip level: nothing, the fourth number of the place, or gradients of that length.
enum class Detail : std::uint8_t { none, level, gradients };

/// Where a sampler is.
enum class SamplerFrom : std::uint8_t { none, argument, kernel, program };

struct Read {
    std::size_t image;
    bool by_integers;
    Place place;
    Way way;
    bool behind_barrier;
    Detail detail;
    SamplerFrom sampler_from;
    std::uint64_t sampler;
    float scale[3], offset[3];
};

struct ImageProgram {
    std::vector<ImageChoice> images;
    std::vector<Read> reads;
    ImageChoice written;
    bool reads_back;  // what it has written, behind a fence
    bool writes_under_mask;
    bool writes_levels;           // each work-item the next one, behind the last one nothing
    std::uint32_t width, height;  // work-items
    std::uint32_t local_width;

    std::size_t items() const { return std::size_t{width} * height; }
};

ImageProgram generate_program(std::mt19937& random);

/// Arguments of the kernel `k`: images, the written image, each read's sampler, then buffers of int4 or float4:
/// coordinates (reads x items), results and the coordinates used (the same), masks (items), colours (items), and what
/// was read back (items).
std::string source_of(const ImageProgram& program);

/// For people: formats, sizes, samplers.
std::string description_of(const ImageProgram& program);

}  // namespace lanewise::fuzz

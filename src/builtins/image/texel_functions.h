// Declares the functions that read and write texels (src/builtins/texel) for one work-item. These functions are not
// inlined: the vectorizer replaces each call by one call of the function's version that handles all lanes. `nomerge`
// prevents LLVM from merging two calls with different images into one call.
#pragma once

#include "image/image_types.h"

#define LW_READS_IMAGE __attribute__((pure, nothrow, nomerge))
#define LW_WRITES_IMAGE __attribute__((nothrow, nomerge))

namespace lw {

LW_READS_IMAGE float4 read_texel_float(Image* image, ulong sampler, int x, int y,
                                       int z) __asm__("__lw_image_read_texel_float");
LW_READS_IMAGE int4 read_texel_int(Image* image, ulong sampler, int x, int y,
                                   int z) __asm__("__lw_image_read_texel_int");
LW_READS_IMAGE float4 read_nearest_float(Image* image, ulong sampler, float x, float y,
                                         float z) __asm__("__lw_image_read_nearest_float");
LW_READS_IMAGE int4 read_nearest_int(Image* image, ulong sampler, float x, float y,
                                     float z) __asm__("__lw_image_read_nearest_int");
LW_READS_IMAGE float4 read_linear_flat(Image* image, ulong sampler, float x, float y,
                                       float z) __asm__("__lw_image_read_linear_flat");
LW_READS_IMAGE float4 read_linear_deep(Image* image, ulong sampler, float x, float y,
                                       float z) __asm__("__lw_image_read_linear_deep");

LW_WRITES_IMAGE void write_texel_float(Image* image, int x, int y, int z, float4 colour,
                                       uint on) __asm__("__lw_image_write_texel_float");
LW_WRITES_IMAGE void write_texel_int(Image* image, int x, int y, int z, int4 colour,
                                     uint on) __asm__("__lw_image_write_texel_int");

/// Reads a colour as floats if R is float4; otherwise reads the bits of an integer colour.
template <class R>
LW_INLINE R read_at(Image* image, ulong sampler, Coordinates<int> at) {
    if constexpr (is_float<R>)
        return read_texel_float(image, sampler, at.x, at.y, at.z);
    else
        return read_texel_int(image, sampler, at.x, at.y, at.z);
}

template <class R, Dimension dimension>
LW_INLINE R read_filtered(Image* image, ulong sampler, Coordinates<float> at) {
    if constexpr (!is_float<R>)
        return read_nearest_int(image, sampler, at.x, at.y, at.z);
    else if (!(sampler & sampler::linear))
        return read_nearest_float(image, sampler, at.x, at.y, at.z);
    else if constexpr (dimension == Dimension::volume)
        return read_linear_deep(image, sampler, at.x, at.y, at.z);
    else
        return read_linear_flat(image, sampler, at.x, at.y, at.z);
}

}  // namespace lw

// Samples colours at coordinates of type float: either the nearest texel, or the weighted mean of two texels along each
// axis (OpenCL C 3.0, section 8.2).
#pragma once

#include "texel/texel_blend.h"

namespace lw {

template <class V, class F>
LW_INLINE Four<V> sample_nearest(Image* image, Level* level, ulong sampler, F x, F y, F z) {
    constexpr int W = width_of<V>;
    const Place<W> place = {
        nearest_number<W>(sampler, x, level->width),
        image->dimensions > 1 ? nearest_number<W>(sampler, y, level->height) : IntLanes<W>(0),
        image->dimensions > 2 ? nearest_number<W>(sampler, z, level->depth) : layer_number<W>(image, z)};
    return fetch<V>(image, level, sampler, place);
}

template <int W>
LW_INLINE IntLanes<W> as_int(BoolLanes<W> mask) {
    if constexpr (W == 1)
        return mask ? -1 : 0;
    else
        return mask;
}

template <int W>
LW_INLINE Pair<W> pair_of(ulong sampler, FloatLanes<W> s, uint size, ulong pitch) {
    const Between<W> between = linear_numbers<W>(sampler, s, size);
    Pair<W> pair;
    for (int i = 0; i < 2; ++i) {
        pair.number[i] = clamp_to(between.number[i], size);
        pair.offset[i] = pair.number[i] * int(pitch);
        pair.inside[i] = as_int<W>(within<W>(between.number[i], size));
        pair.weight[i] = between.weight[i];
    }
    return pair;
}

template <int W>
LW_INLINE Pair<W> single(IntLanes<W> number, ulong pitch) {
    const IntLanes<W> offset = number * int(pitch);
    return {{number, number},
            {offset, offset},
            {IntLanes<W>(-1), IntLanes<W>(-1)},
            {FloatLanes<W>(1.0f), FloatLanes<W>(0.0f)}};
}

template <int W>
LW_INLINE Texels<W> load_tap(Image* image, Level* level, const Pair<W>& columns, const Pair<W>& rows,
                             const Pair<W>& slices, int i, int j, int k) {
    if constexpr (W > 1)
        if (image->is_small) {
            const IntLanes<W> offsets = columns.offset[i] + rows.offset[j] + slices.offset[k];
            const uint bytes = image->format.bytes;
            // For small consecutive texels, gather_texels() is as fast as load_row(), since these texels lie within a
            // few bytes.
            return bytes > 4 || !has_float_ops() ? load_near<W>(level, bytes, offsets)
                                                 : gather_texels<W>(level->texels, offsets, bytes, level->bytes);
        }
    return load_texels<W>(image, level, columns.number[i], rows.number[j], slices.number[k]);
}

template <int W>
LW_INLINE Four<FloatLanes<W>> sample_linear(Image* image, Level* level, ulong sampler, const Pair<W>& columns,
                                            const Pair<W>& rows, const Pair<W>& slices, int taps) {
    const FloatLanes<W> zero(0.0f);
    Four<FloatLanes<W>> sum = {{zero, zero, zero, zero}};
#pragma clang loop unroll(disable)
    for (int tap = 0; tap < taps; ++tap) {
        const int i = tap & 1, j = (tap >> 1) & 1, k = tap >> 2;
        auto texel = decode<FloatLanes<W>>(image, load_tap<W>(image, level, columns, rows, slices, i, j, k));
        if (has_border(sampler))
            set_border<FloatLanes<W>>(image, texel, (columns.inside[i] & rows.inside[j] & slices.inside[k]) != 0);
        const FloatLanes<W> weight = columns.weight[i] * rows.weight[j] * slices.weight[k];
        for (int c = 0; c < 4; ++c) sum.of[c] = __builtin_elementwise_fma(texel.of[c], weight, sum.of[c]);
    }
    return sum;
}

/// Samples images with one or two axes.
template <int W>
LW_INLINE Four<FloatLanes<W>> sample_linear_flat(Image* image, Level* level, ulong sampler, FloatLanes<W> x,
                                                 FloatLanes<W> y, FloatLanes<W> z) {
    const Pair<W> columns = pair_of<W>(sampler, x, level->width, image->format.bytes);
    const Pair<W> layers = single<W>(layer_number<W>(image, z), level->slice_pitch);
    Pair<W> rows = single<W>(IntLanes<W>(0), 0);
    if (image->dimensions > 1) rows = pair_of<W>(sampler, y, level->height, level->row_pitch);
    const int taps = image->dimensions > 1 ? 4 : 2;
    if constexpr (W > 1) {
        if (blends_bytes(image, sampler)) return blend_bytes<W, 4>(image, level, columns, rows, layers);
        if (blends_texels(image, sampler, columns))
            return blend_texels<W>(image, level, columns, rows, layers, taps / 2);
    }
    return sample_linear<W>(image, level, sampler, columns, rows, layers, taps);
}

/// Samples images with three axes.
template <int W>
LW_INLINE Four<FloatLanes<W>> sample_linear_deep(Image* image, Level* level, ulong sampler, FloatLanes<W> x,
                                                 FloatLanes<W> y, FloatLanes<W> z) {
    const Pair<W> columns = pair_of<W>(sampler, x, level->width, image->format.bytes);
    const Pair<W> rows = pair_of<W>(sampler, y, level->height, level->row_pitch);
    const Pair<W> slices = pair_of<W>(sampler, z, level->depth, level->slice_pitch);
    if constexpr (W > 1)
        if (blends_texels(image, sampler, columns)) return blend_texels<W>(image, level, columns, rows, slices, 4);
    return sample_linear<W>(image, level, sampler, columns, rows, slices, 8);
}

}  // namespace lw

// Colours at coordinates of type float: of the nearest texel, or means of two along each axis (OpenCL C 3.0, section
// 8.2).
#pragma once

#include "texel/texel_place.h"

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

/// A texel adds its share to `sum`.
template <int W>
LW_INLINE void add_texel(Four<FloatLanes<W>>& sum, Image* image, Level* level, ulong sampler, const Place<W>& place,
                         FloatLanes<W> weight) {
    const auto texel = fetch<FloatLanes<W>>(image, level, sampler, place);
    for (int i = 0; i < 4; ++i) sum.of[i] += texel.of[i] * weight;
}

template <int W>
LW_INLINE Four<FloatLanes<W>> no_colour() {
    const FloatLanes<W> zero(0.0f);
    return {{zero, zero, zero, zero}};
}

/// Of images with one or two axes.
template <int W>
LW_INLINE Four<FloatLanes<W>> sample_linear_flat(Image* image, Level* level, ulong sampler, FloatLanes<W> x,
                                                 FloatLanes<W> y, FloatLanes<W> z) {
    const Between<W> columns = linear_numbers<W>(sampler, x, level->width);
    Between<W> rows = {{IntLanes<W>(0), IntLanes<W>(0)}, {FloatLanes<W>(1.0f), FloatLanes<W>(0.0f)}};
    const int taps = image->dimensions > 1 ? 4 : 2;
    if (taps == 4) rows = linear_numbers<W>(sampler, y, level->height);
    const IntLanes<W> layer = layer_number<W>(image, z);
    Four<FloatLanes<W>> sum = no_colour<W>();
#pragma clang loop unroll(disable)
    for (int tap = 0; tap < taps; ++tap)
        add_texel<W>(sum, image, level, sampler, {columns.number[tap & 1], rows.number[tap >> 1], layer},
                     columns.weight[tap & 1] * rows.weight[tap >> 1]);
    return sum;
}

/// Of images with three axes.
template <int W>
LW_INLINE Four<FloatLanes<W>> sample_linear_deep(Image* image, Level* level, ulong sampler, FloatLanes<W> x,
                                                 FloatLanes<W> y, FloatLanes<W> z) {
    const Between<W> columns = linear_numbers<W>(sampler, x, level->width);
    const Between<W> rows = linear_numbers<W>(sampler, y, level->height);
    const Between<W> slices = linear_numbers<W>(sampler, z, level->depth);
    Four<FloatLanes<W>> sum = no_colour<W>();
#pragma clang loop unroll(disable)
    for (int tap = 0; tap < 8; ++tap)
        add_texel<W>(sum, image, level, sampler,
                     {columns.number[tap & 1], rows.number[(tap >> 1) & 1], slices.number[tap >> 2]},
                     columns.weight[tap & 1] * rows.weight[(tap >> 1) & 1] * slices.weight[tap >> 2]);
    return sum;
}

}  // namespace lw

// Reads with the linear filter (OpenCL C 3.0, section 8.2): means of two texels along each axis.
#include "texel/texel_place.h"

namespace lw {

/// The texel that is the first or second one along each axis adds its share to `sum`.
template <int W>
LW_INLINE void add_texel(Four<FloatLanes<W>>& sum, Image* image, ulong sampler, const Place<W>& place,
                         FloatLanes<W> weight) {
    const auto texel = fetch<FloatLanes<W>>(image, &image->level, sampler, place);
    for (int i = 0; i < 4; ++i) sum.of[i] += texel.of[i] * weight;
}

template <int W>
LW_INLINE Four<FloatLanes<W>> no_colour() {
    const FloatLanes<W> zero(0.0f);
    return {{zero, zero, zero, zero}};
}

template <int W>
LW_INLINE Joined<FloatLanes<W>> read_linear_flat(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,
                                                 FloatLanes<W> z) {
    Level* level = &image->level;
    const Between<W> columns = linear_numbers<W>(sampler, x, level->width);
    Between<W> rows = {{IntLanes<W>(0), IntLanes<W>(0)}, {FloatLanes<W>(1.0f), FloatLanes<W>(0.0f)}};
    const int taps = image->dimensions > 1 ? 4 : 2;
    if (taps == 4) rows = linear_numbers<W>(sampler, y, level->height);
    const IntLanes<W> layer = layer_number<W>(image, z);
    Four<FloatLanes<W>> sum = no_colour<W>();
#pragma clang loop unroll(disable)
    for (int tap = 0; tap < taps; ++tap)
        add_texel<W>(sum, image, sampler, {columns.number[tap & 1], rows.number[tap >> 1], layer},
                     columns.weight[tap & 1] * rows.weight[tap >> 1]);
    return join(sum);
}

template <int W>
LW_INLINE Joined<FloatLanes<W>> read_linear_deep(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,
                                                 FloatLanes<W> z) {
    Level* level = &image->level;
    const Between<W> columns = linear_numbers<W>(sampler, x, level->width);
    const Between<W> rows = linear_numbers<W>(sampler, y, level->height);
    const Between<W> slices = linear_numbers<W>(sampler, z, level->depth);
    Four<FloatLanes<W>> sum = no_colour<W>();
#pragma clang loop unroll(disable)
    for (int tap = 0; tap < 8; ++tap)
        add_texel<W>(sum, image, sampler,
                     {columns.number[tap & 1], rows.number[(tap >> 1) & 1], slices.number[tap >> 2]},
                     columns.weight[tap & 1] * rows.weight[(tap >> 1) & 1] * slices.weight[tap >> 2]);
    return join(sum);
}

#define LW_READ(W, suffix, name)                                                                                 \
    Joined<FloatLanes<W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y,                    \
                               FloatLanes<W> z) __asm__("__lw_image_" #name suffix);                             \
    Joined<FloatLanes<W>> name(Image* image, ulong sampler, FloatLanes<W> x, FloatLanes<W> y, FloatLanes<W> z) { \
        return name<W>(image, sampler, x, y, z);                                                                 \
    }
#define LW_READS(W, suffix) LW_READ(W, suffix, read_linear_flat) LW_READ(W, suffix, read_linear_deep)
LW_LANES(LW_READS)

}  // namespace lw

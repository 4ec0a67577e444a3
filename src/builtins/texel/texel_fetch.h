// Reads texels by their integer coordinates, after the addressing mode was applied. Texels outside of the image have
// the border's colour or the colour of the nearest edge (OpenCL C 3.0, section 8.2).
#pragma once

#include "texel/texel_decode.h"

namespace lw {

/// Integer coordinates of each lane's texel; `z` is a slice or a layer.
template <int W>
struct Place {
    IntLanes<W> x, y, z;
};

template <int W>
LW_INLINE BoolLanes<W> within(IntLanes<W> x, uint size) {
    return bits<WordLanes<W>>(x) < WordLanes<W>(size);
}

LW_INLINE uint slices_of(Image* image, Level* level) { return image->is_array ? image->layers : level->depth; }

LW_INLINE bool has_border(ulong sampler) { return (sampler & sampler::address_mask) == sampler::address_clamp; }

/// Gives texels outside of the image the border's colour.
template <class V>
LW_INLINE void set_border(Image* image, Four<V>& values, BoolLanes<width_of<V>> inside) {
    for (int i = 0; i < 4; ++i) values.of[i] = choose(inside, values.of[i], V(i == 3 ? image->format.border_alpha : 0));
}

/// Reads the texels at `place`. V holds one channel of all lanes. `place` may lie outside of the image, because loads
/// use clamped coordinates. Layers have no border, so callers clamp the number of the layer.
template <class V>
LW_INLINE Four<V> fetch(Image* image, Level* level, ulong sampler, const Place<width_of<V>>& place) {
    constexpr int W = width_of<V>;
    const uint slices = slices_of(image, level);
    const IntLanes<W> x = clamp_to(place.x, level->width), y = clamp_to(place.y, level->height);
    const IntLanes<W> z = clamp_to(place.z, slices);
    Four<V> values = decode<V>(image, load_texels<W>(image, level, x, y, z));
    if (has_border(sampler))
        set_border<V>(
            image, values,
            within<W>(place.x, level->width) & within<W>(place.y, level->height) & within<W>(place.z, slices));
    return values;
}

}  // namespace lw

// Addressing modes (OpenCL C 3.0, section 8.2), which turn coordinates into indices of texels. Coordinates may have any
// value, even nan and infinity. A coordinate outside of the image gives the index -1 or the index after the last texel.
#pragma once

#include "texel/texel_fetch.h"

namespace lw {

/// Converts whole floating-point numbers to indices: the index is -1 for negative numbers and nan, and `size` for
/// numbers beyond the last texel.
template <int W>
LW_INLINE IntLanes<W> number_of(FloatLanes<W> whole, uint size) {
    const FloatLanes<W> low(-1.0f), high = FloatLanes<W>(float(size));
    const FloatLanes<W> above = choose(whole > low, whole, low);
    return to<int>(choose(above < high, above, high));
}

template <class V>
LW_INLINE V floor_of(V x) {
    return __builtin_elementwise_floor(x);
}

/// Converts a coordinate to units of texels, by the addressing mode.
template <class V>
LW_INLINE V unrepeated(ulong sampler, V s, uint size) {
    switch (sampler & sampler::address_mask) {
        case sampler::address_repeat: return (s - floor_of(s)) * float(size);
        case sampler::address_mirrored_repeat: {
            const V nearest_even = 2.0f * __builtin_elementwise_roundeven(0.5f * s);
            return __builtin_elementwise_abs(s - nearest_even) * float(size);
        }
        default: return sampler & sampler::normalized ? s * float(size) : s;
    }
}

template <int W>
LW_INLINE IntLanes<W> nearest_number(ulong sampler, FloatLanes<W> s, uint size) {
    const IntLanes<W> number = number_of<W>(floor_of(unrepeated(sampler, s, size)), size);
    const ulong mode = sampler & sampler::address_mask;
    // Rounding may give the index `size`. This index is replaced by 0 if the image is repeated, and by the index of the
    // last texel if the image is mirrored.
    if (mode == sampler::address_repeat) return choose(number >= int(size), IntLanes<W>(0), number);
    if (mode == sampler::address_mirrored_repeat) return __builtin_elementwise_min(number, IntLanes<W>(int(size) - 1));
    return number;
}

/// The indices and weights of the two texels between which a coordinate lies.
template <int W>
struct Between {
    IntLanes<W> number[2];
    FloatLanes<W> weight[2];
};

template <int W>
LW_INLINE Between<W> linear_numbers(ulong sampler, FloatLanes<W> s, uint size) {
    const FloatLanes<W> u = unrepeated(sampler, s, size) - 0.5f;
    const FloatLanes<W> whole = floor_of(u);
    Between<W> between = {{number_of<W>(whole, size), number_of<W>(whole + 1.0f, size)},
                          {1.0f - (u - whole), u - whole}};
    const ulong mode = sampler & sampler::address_mask;
    const IntLanes<W> last(int(size) - 1);
    if (mode == sampler::address_repeat) {
        between.number[0] = choose(between.number[0] < 0, last, between.number[0]);
        between.number[1] = choose(between.number[1] > last, IntLanes<W>(0), between.number[1]);
    }
    return between;
}

/// Returns the index of the layer that a coordinate selects. The coordinate may have any value.
template <int W>
LW_INLINE IntLanes<W> layer_number(Image* image, FloatLanes<W> layer) {
    if (!image->is_array) return IntLanes<W>(0);
    return clamp_to(number_of<W>(__builtin_elementwise_roundeven(layer), image->layers), image->layers);
}

}  // namespace lw

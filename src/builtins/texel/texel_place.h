// Addressing modes (OpenCL C 3.0, section 8.2): from coordinates to numbers of texels. Coordinates may be anything, nan
// and infinity as well: numbers are those of texels, or one less or more where they are outside.
#pragma once

#include "texel/texel_fetch.h"

namespace lw {

/// A whole number as an int, -1 for what is below and for nan, `size` for what is beyond.
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

/// A coordinate that counts texels, of a mode that repeats the image or not.
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
    // Rounded up to the size itself: the first texel again, or the last one.
    if (mode == sampler::address_repeat) return choose(number >= int(size), IntLanes<W>(0), number);
    if (mode == sampler::address_mirrored_repeat) return __builtin_elementwise_min(number, IntLanes<W>(int(size) - 1));
    return number;
}

/// The two texels that a coordinate lies between, and how far it is on the way from the first to the second.
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

/// The number of a layer; there is one for any coordinate.
template <int W>
LW_INLINE IntLanes<W> layer_number(Image* image, FloatLanes<W> layer) {
    if (!image->is_array) return IntLanes<W>(0);
    return clamp_to(number_of<W>(__builtin_elementwise_roundeven(layer), image->layers), image->layers);
}

}  // namespace lw

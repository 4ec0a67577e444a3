// Encodes colours as bits of texels (OpenCL C 3.0, section 8.3): channels become components, and components become
// words.
#pragma once

#include "texel/texel_memory.h"

namespace lw {

/// Clamps x to low..high; nan becomes low.
template <class V>
LW_INLINE V saturated(V x, float low, float high) {
    const V above = choose(x > V(low), x, V(low));
    return choose(above < V(high), above, V(high));
}

template <class V>
LW_INLINE auto rounded(V x) {
    return to<int>(__builtin_elementwise_roundeven(x));
}

template <class V>
LW_INLINE auto to_unorm(V x, int count) {
    const float most = float((1u << count) - 1);
    return to<uint>(rounded(saturated(x * most, 0.0f, most)));
}

/// Converts nan to 0, as convert_char_sat() and similar conversions do (section 8.3.1.1).
template <class V>
LW_INLINE auto to_snorm(V x, int count) {
    const float most = float((1u << (count - 1)) - 1);
    const V number = choose(x == x, x, V(0.0f));
    return to<uint>(rounded(saturated(number * most, -most - 1.0f, most))) & ((1u << count) - 1);
}

/// x ^ (5 / 12) for x in 0.003..1: the cube root of x by Newton's method, times the fourth root of this cube root.
template <class V>
LW_INLINE V power_five_twelfths(V x) {
    V root = bits<V>(to<int>(to<float>(bits<Signed<V>>(x)) * (1.0f / 3.0f)) + 0x2a514067);
    for (int i = 0; i < 3; ++i) root -= (root - x / (root * root)) * (1.0f / 3.0f);
    return root * __builtin_elementwise_sqrt(__builtin_elementwise_sqrt(root));
}

template <class V>
LW_INLINE auto to_srgb(V x) {
    const V linear = saturated(x, 0.0f, 1.0f);
    const V curved = 1.055f * power_five_twelfths(__builtin_elementwise_max(linear, V(0.003f))) - 0.055f;
    return to_unorm(choose(linear < V(0.0031308f), linear * 12.92f, curved), 8);
}

template <class V>
LW_INLINE auto half_bits(V x) {
    return to<uint>(bits<WithElement<ushort, V>>(to<half>(x)));
}

template <int W>
LW_INLINE WordLanes<W> packed(const Four<FloatLanes<W>>& values, const int (&shift)[4], const int (&count)[4]) {
    WordLanes<W> word(0);
    for (int i = 0; i < 4; ++i)
        if (count[i]) word |= to_unorm(values.of[i], count[i]) << shift[i];
    return word;
}

/// Packs components into words. Only the lowest `bits_each` bits of a component may be set.
template <int bits_each, int W>
LW_INLINE Texels<W> words_of(Four<WordLanes<W>> components) {
    const WordLanes<W> none(0);
    const auto& c = components.of;
    if constexpr (bits_each == 16)
        return {{c[0] | c[1] << 16, c[2] | c[3] << 16, none, none}};
    else
        return {{c[0] | c[1] << 8 | c[2] << 16 | c[3] << 24, none, none, none}};
}

template <int W>
LW_INLINE Texels<W> encode(TexelKind kind, const Four<FloatLanes<W>>& values) {
    const auto& v = values.of;
    Four<WordLanes<W>> c;
    switch (kind) {
        case TexelKind::unorm8:
            for (int i = 0; i < 4; ++i) c.of[i] = to_unorm(v[i], 8);
            return words_of<8, W>(c);
        case TexelKind::snorm8:
            for (int i = 0; i < 4; ++i) c.of[i] = to_snorm(v[i], 8);
            return words_of<8, W>(c);
        case TexelKind::unorm16:
            for (int i = 0; i < 4; ++i) c.of[i] = to_unorm(v[i], 16);
            return words_of<16, W>(c);
        case TexelKind::snorm16:
            for (int i = 0; i < 4; ++i) c.of[i] = to_snorm(v[i], 16);
            return words_of<16, W>(c);
        case TexelKind::half_float:
            for (int i = 0; i < 4; ++i) c.of[i] = half_bits(v[i]);
            return words_of<16, W>(c);
        case TexelKind::srgb8:
            for (int i = 0; i < 3; ++i) c.of[i] = to_srgb(v[i]);
            c.of[3] = to_unorm(v[3], 8);
            return words_of<8, W>(c);
        case TexelKind::unorm_565: c.of[0] = packed<W>(values, {11, 5, 0, 0}, {5, 6, 5, 0}); break;
        case TexelKind::unorm_555: c.of[0] = packed<W>(values, {10, 5, 0, 0}, {5, 5, 5, 0}); break;
        case TexelKind::unorm_101010: c.of[0] = packed<W>(values, {20, 10, 0, 0}, {10, 10, 10, 0}); break;
        case TexelKind::unorm_101010_2: c.of[0] = packed<W>(values, {22, 12, 2, 0}, {10, 10, 10, 2}); break;
        case TexelKind::unorm_2_101010: c.of[0] = packed<W>(values, {30, 20, 10, 0}, {2, 10, 10, 10}); break;
        default:
            return {{bits<WordLanes<W>>(v[0]), bits<WordLanes<W>>(v[1]), bits<WordLanes<W>>(v[2]),
                     bits<WordLanes<W>>(v[3])}};
    }
    return {{c.of[0], WordLanes<W>(0), WordLanes<W>(0), WordLanes<W>(0)}};
}

template <class V>
LW_INLINE Unsigned<V> saturated_int(V x, int low, int high) {
    return bits<Unsigned<V>>(__builtin_elementwise_min(__builtin_elementwise_max(x, V(low)), V(high)));
}

/// Encodes integers, which are signed if the format is signed.
template <int W>
LW_INLINE Texels<W> encode(TexelKind kind, const Four<IntLanes<W>>& values) {
    const auto& v = values.of;
    Four<WordLanes<W>> c;
    switch (kind) {
        case TexelKind::sint8:
            for (int i = 0; i < 4; ++i) c.of[i] = saturated_int(v[i], -128, 127) & 0xff;
            return words_of<8, W>(c);
        case TexelKind::sint16:
            for (int i = 0; i < 4; ++i) c.of[i] = saturated_int(v[i], -32768, 32767) & 0xffff;
            return words_of<16, W>(c);
        case TexelKind::uint8:
            for (int i = 0; i < 4; ++i)
                c.of[i] = __builtin_elementwise_min(bits<WordLanes<W>>(v[i]), WordLanes<W>(0xff));
            return words_of<8, W>(c);
        case TexelKind::uint16:
            for (int i = 0; i < 4; ++i)
                c.of[i] = __builtin_elementwise_min(bits<WordLanes<W>>(v[i]), WordLanes<W>(0xffff));
            return words_of<16, W>(c);
        default:
            return {{bits<WordLanes<W>>(v[0]), bits<WordLanes<W>>(v[1]), bits<WordLanes<W>>(v[2]),
                     bits<WordLanes<W>>(v[3])}};
    }
}

/// Assigns channels to the components of a texel, by the channel order.
template <class V>
LW_INLINE Four<V> components_of(Image* image, Four<V> channels) {
    const uint order = *(const __global uint*)image->format.components_of;
    if (order == 0x03020100) return channels;
    Four<V> components;
    const V known[4] = {channels.of[0], channels.of[1], channels.of[2], channels.of[3]};
    for (int i = 0; i < 4; ++i) components.of[i] = known[(order >> (8 * i)) & 3];
    return components;
}

}  // namespace lw

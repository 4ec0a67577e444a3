// Converts the bits of texels (OpenCL C 3.0, section 8.3) to components, and assigns the components to channels.
#pragma once

#include "texel/srgb_values.h"
#include "texel/texel_memory.h"

namespace lw {

/// Extracts `count` bits, beginning with bit `shift`, and converts them to a number in 0..1.
template <class V>
LW_INLINE auto unorm_field(V words, int shift, int count) {
    const uint most = (1u << count) - 1;
    return to<float>(to<int>((words >> shift) & most)) * (1.0f / float(most));
}

template <int bits_each, int W>
LW_INLINE WordLanes<W> field(const Texels<W>& texels, int component) {
    if constexpr (bits_each == 32) return texels.words[component];
    constexpr int each = 32 / bits_each;
    return (texels.words[component / each] >> (bits_each * (component % each))) & ((1u << bits_each) - 1);
}

template <int bits_each, int W>
LW_INLINE IntLanes<W> signed_field(const Texels<W>& texels, int component) {
    if constexpr (bits_each == 32) return bits<IntLanes<W>>(texels.words[component]);
    constexpr int each = 32 / bits_each;
    constexpr int above = 32 - bits_each;
    const int shift = above - bits_each * (component % each);
    return bits<IntLanes<W>>(texels.words[component / each] << shift) >> above;
}

template <int bits_each, int W>
LW_INLINE FloatLanes<W> unorm(const Texels<W>& texels, int component) {
    return to<float>(bits<IntLanes<W>>(field<bits_each>(texels, component))) * (1.0f / float((1u << bits_each) - 1));
}

template <int bits_each, int W>
LW_INLINE FloatLanes<W> snorm(const Texels<W>& texels, int component) {
    const FloatLanes<W> value =
        to<float>(signed_field<bits_each>(texels, component)) * (1.0f / float((1u << (bits_each - 1)) - 1));
    return __builtin_elementwise_max(value, FloatLanes<W>(-1.0f));
}

template <int W>
LW_INLINE FloatLanes<W> half_component(const Texels<W>& texels, int component) {
    return to<float>(bits<Vector<half, W>>(to<ushort>(field<16>(texels, component))));
}

/// Looks up one table entry for each lane by vector permutations, each of which selects from 2 W entries. This is
/// faster than one load for each lane.
template <int W>
LW_INLINE FloatLanes<W> look_up_srgb(WordLanes<W> value) {
    const ulong table = ulong(srgb_values);
    IntLanes<W> found(0);
    for (int part = 0; part < 256 / (2 * W); ++part) {
        const ulong begin = table + ulong(part * 8 * W);
        const IntLanes<W> here =
            look_up(load_at<IntLanes<W>>(begin), load_at<IntLanes<W>>(begin + 4 * W), bits<IntLanes<W>>(value));
        found = choose(bits<IntLanes<W>>(value / uint(2 * W)) == part, here, found);
    }
    return bits<FloatLanes<W>>(found);
}

template <int W>
LW_INLINE FloatLanes<W> from_srgb(WordLanes<W> value) {
    if constexpr (W == 1) {
        return srgb_values[value];
    } else {
        if (W == 16 && has_float_ops()) return look_up_srgb<W>(value);
        return bits<FloatLanes<W>>(load_each<uint, W>(ulong(srgb_values), to<long>(value << 2), 0));
    }
}

template <int W>
LW_INLINE Four<FloatLanes<W>> packed_components(WordLanes<W> word, const int (&shift)[4], const int (&count)[4]) {
    Four<FloatLanes<W>> values;
    for (int i = 0; i < 4; ++i)
        values.of[i] = count[i] == 0 ? FloatLanes<W>(0.0f) : unorm_field(word, shift[i], count[i]);
    return values;
}

template <int W>
LW_INLINE Four<FloatLanes<W>> float_components(TexelKind kind, const Texels<W>& texels) {
    Four<FloatLanes<W>> values;
    switch (kind) {
        case TexelKind::unorm8:
            for (int i = 0; i < 4; ++i) values.of[i] = unorm<8>(texels, i);
            return values;
        case TexelKind::snorm8:
            for (int i = 0; i < 4; ++i) values.of[i] = snorm<8>(texels, i);
            return values;
        case TexelKind::unorm16:
            for (int i = 0; i < 4; ++i) values.of[i] = unorm<16>(texels, i);
            return values;
        case TexelKind::snorm16:
            for (int i = 0; i < 4; ++i) values.of[i] = snorm<16>(texels, i);
            return values;
        case TexelKind::half_float:
            for (int i = 0; i < 4; ++i) values.of[i] = half_component(texels, i);
            return values;
        case TexelKind::srgb8:
            for (int i = 0; i < 3; ++i) values.of[i] = from_srgb<W>(field<8>(texels, i));
            values.of[3] = unorm<8>(texels, 3);
            return values;
        case TexelKind::unorm_565: return packed_components<W>(texels.words[0], {11, 5, 0, 0}, {5, 6, 5, 0});
        case TexelKind::unorm_555: return packed_components<W>(texels.words[0], {10, 5, 0, 0}, {5, 5, 5, 0});
        case TexelKind::unorm_101010: return packed_components<W>(texels.words[0], {20, 10, 0, 0}, {10, 10, 10, 0});
        case TexelKind::unorm_101010_2: return packed_components<W>(texels.words[0], {22, 12, 2, 0}, {10, 10, 10, 2});
        case TexelKind::unorm_2_101010: return packed_components<W>(texels.words[0], {30, 20, 10, 0}, {2, 10, 10, 10});
        default:
            for (int i = 0; i < 4; ++i) values.of[i] = bits<FloatLanes<W>>(texels.words[i]);
            return values;
    }
}

template <int W>
LW_INLINE Four<IntLanes<W>> int_components(TexelKind kind, const Texels<W>& texels) {
    Four<IntLanes<W>> values;
    switch (kind) {
        case TexelKind::sint8:
            for (int i = 0; i < 4; ++i) values.of[i] = signed_field<8>(texels, i);
            return values;
        case TexelKind::uint8:
            for (int i = 0; i < 4; ++i) values.of[i] = bits<IntLanes<W>>(field<8>(texels, i));
            return values;
        case TexelKind::sint16:
            for (int i = 0; i < 4; ++i) values.of[i] = signed_field<16>(texels, i);
            return values;
        case TexelKind::uint16:
            for (int i = 0; i < 4; ++i) values.of[i] = bits<IntLanes<W>>(field<16>(texels, i));
            return values;
        default:
            for (int i = 0; i < 4; ++i) values.of[i] = bits<IntLanes<W>>(texels.words[i]);
            return values;
    }
}

/// Assigns the components of a texel to channels, by the channel order.
template <class V>
LW_INLINE Four<V> channels_of(Image* image, Four<V> components) {
    const uint order = *(const __global uint*)image->format.channels;
    if (order == 0x03020100) return components;
    const V known[6] = {components.of[0], components.of[1], components.of[2], components.of[3], V(0), V(1)};
    Four<V> channels;
    for (int i = 0; i < 4; ++i) channels.of[i] = known[(order >> (8 * i)) & 7];
    return channels;
}

template <class V>
LW_INLINE Four<V> decode(Image* image, const Texels<width_of<V>>& texels) {
    if constexpr (is_float<V>)
        return channels_of(image, float_components(image->format.kind, texels));
    else
        return channels_of(image, int_components(image->format.kind, texels));
}

}  // namespace lw

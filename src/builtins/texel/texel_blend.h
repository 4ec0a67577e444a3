// The linear filter for texels that have four channels and lie within the image, as in most reads. The loops have no
// branches, and keep the channels of a lane in adjacent vector elements until the weighted averages are complete.
#pragma once

#include "texel/texel_place.h"

namespace lw {

/// Two texels along an axis; images without this axis use only the first texel.
template <int W>
struct Pair {
    IntLanes<W> number[2];  // number of the texel within the level
    IntLanes<W> offset[2];  // offset in bytes of the texel from the level's first texel
    IntLanes<W> inside[2];  // -1 if the texel lies within the image, otherwise 0
    FloatLanes<W> weight[2];
};

/// True if blend_bytes() applies: texels have four channels of one byte, as in most images, and all lie within the
/// image.
LW_INLINE bool blends_bytes(Image* image, ulong sampler) {
    return image->is_small && image->format.kind == TexelKind::unorm8 && image->format.components == 4 &&
           !has_border(sampler);
}

/// Computes the weighted averages of texels of four bytes, without a branch in the loop.
template <int W, int taps>
LW_INLINE Four<FloatLanes<W>> blend_bytes(Image* image, Level* level, const Pair<W>& columns, const Pair<W>& rows,
                                          const Pair<W>& slices) {
    const FloatLanes<W> zero(0.0f);
    Four<FloatLanes<W>> sum = {{zero, zero, zero, zero}};
#pragma clang loop unroll(full)
    for (int tap = 0; tap < taps; ++tap) {
        const int i = tap & 1, j = (tap >> 1) & 1, k = tap >> 2;
        const IntLanes<W> offsets = columns.offset[i] + rows.offset[j] + slices.offset[k];
        const Texels<W> texels = {{near_words<W>(level->texels, offsets, level->bytes)}};
        FloatLanes<W> weight = columns.weight[i] * rows.weight[j];
        if (taps > 4) weight *= slices.weight[k];
        for (int c = 0; c < 4; ++c)
            sum.of[c] = __builtin_elementwise_fma(to<float>(bits<IntLanes<W>>(field<8>(texels, c))), weight, sum.of[c]);
    }
    for (int c = 0; c < 4; ++c) sum.of[c] *= 1.0f / 255.0f;
    return channels_of(image, sum);
}

/// True if blend_texels() applies: texels have four channels of more than one byte, and all lie within the image. Each
/// lane must read two adjacent texels from a row; only at the edges of the image, the texels are not adjacent.
template <int W>
LW_INLINE bool blends_texels(Image* image, ulong sampler, const Pair<W>& columns) {
    const TexelKind kind = image->format.kind;
    const bool is_known =
        kind == TexelKind::single_float || kind == TexelKind::half_float || kind == TexelKind::unorm16;
    return is_known && image->is_small && image->format.components == 4 && !has_border(sampler) &&
           all_lanes(columns.offset[1] - columns.offset[0] == IntLanes<W>(int(image->format.bytes)));
}

/// Loads the components of two texels for each of lanes `first` to `first` + 3, one lane after another. `offsets` are
/// the distances in bytes from `base` to the lanes' texels.
template <int first, class T, class Offsets>
LW_INLINE Vector<T, 32> texels_of_four(ulong base, Offsets offsets) {
    const auto two = [&](int lane) { return load_at<Vector<T, 8>>(base + ulong(offsets[first + lane])); };
    return joined(joined(two(0), two(1)), joined(two(2), two(3)));
}

/// Returns the components of the left or of the right texels from the result of texels_of_four().
template <int first, class V, int... component>
LW_INLINE Vector<float, 16> one_of_two(V texels, Sequence<int, component...>) {
    const auto one = __builtin_shufflevector(texels, texels, (component / 4 * 8 + first + component % 4)...);
    if constexpr (same_type<Element<V>, ushort>)
        return to<float>(to<int>(one)) * (1.0f / 65535.0f);
    else
        return to<float>(one);
}

/// The weights of lanes `first` to `first` + 3; each weight is repeated four times.
template <int first, class V, int... component>
LW_INLINE Vector<float, 16> weights_of_four(V weight, Sequence<int, component...>) {
    return __builtin_shufflevector(weight, weight, (first + component / 4)...);
}

/// Adds the two weighted texels of a row to `sum` for lanes `first` to `first` + 3.
template <int first, class T, int W>
LW_INLINE Vector<float, 16> blend_row(Vector<float, 16> sum, ulong base, IntLanes<W> offsets, FloatLanes<W> left,
                                      FloatLanes<W> right) {
    constexpr auto components = __make_integer_seq<Sequence, int, 16>();
    const Vector<T, 32> texels = texels_of_four<first, T>(base, offsets);
    sum = __builtin_elementwise_fma(one_of_two<0>(texels, components), weights_of_four<first>(left, components), sum);
    return __builtin_elementwise_fma(one_of_two<4>(texels, components), weights_of_four<first>(right, components), sum);
}

template <int W>
LW_INLINE Four<FloatLanes<W>> channels_side_by_side(const Vector<float, 16>* sums) {
    if constexpr (W == 8) {
        const auto all = joined(sums[0], sums[1]);
        return {{strided<0, 4>(all), strided<1, 4>(all), strided<2, 4>(all), strided<3, 4>(all)}};
    } else {
        const auto all = joined(joined(sums[0], sums[1]), joined(sums[2], sums[3]));
        return {{strided<0, 4>(all), strided<1, 4>(all), strided<2, 4>(all), strided<3, 4>(all)}};
    }
}

/// Computes the weighted averages of texels with components of type T.
template <class T, int W, int... four>
LW_INLINE Four<FloatLanes<W>> blend_texels(Level* level, const Pair<W>& columns, const Pair<W>& rows,
                                           const Pair<W>& slices, int row_count, Sequence<int, four...>) {
    Vector<float, 16> sums[] = {Vector<float, 16>(float(0 * four))...};
#pragma clang loop unroll(disable)
    for (int row = 0; row < row_count; ++row) {
        const int j = row & 1, k = row >> 1;
        const IntLanes<W> offsets = columns.offset[0] + rows.offset[j] + slices.offset[k];
        const FloatLanes<W> left = columns.weight[0] * rows.weight[j] * slices.weight[k];
        const FloatLanes<W> right = columns.weight[1] * rows.weight[j] * slices.weight[k];
        ((sums[four] = blend_row<4 * four, T, W>(sums[four], level->texels, offsets, left, right)), ...);
    }
    return channels_side_by_side<W>(sums);
}

/// Computes the same weighted averages as the loop of sample_linear(), bit for bit.
template <int W>
LW_INLINE Four<FloatLanes<W>> blend_texels(Image* image, Level* level, const Pair<W>& columns, const Pair<W>& rows,
                                           const Pair<W>& slices, int row_count) {
    constexpr auto fours = __make_integer_seq<Sequence, int, W / 4>();
    switch (image->format.kind) {
        case TexelKind::unorm16:
            return channels_of(image, blend_texels<ushort, W>(level, columns, rows, slices, row_count, fours));
        case TexelKind::half_float:
            return channels_of(image, blend_texels<half, W>(level, columns, rows, slices, row_count, fours));
        default: return channels_of(image, blend_texels<float, W>(level, columns, rows, slices, row_count, fours));
    }
}

}  // namespace lw

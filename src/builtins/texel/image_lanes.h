// Shared parts of this folder's functions, which read and write texels of one image for W work-items at once. The
// work-items differ only in coordinates and values. Each function has a version for each number of lanes; the
// vectorizer calls the version for the kernel's number of lanes (docs/ir.md, "Builtin functions"). A version handles
// all formats and samplers. Each version tests the format and the sampler once for all lanes.
#pragma once

#include "lanewise/image_descriptor.h"
#include "types.h"

namespace lw {

using Image = const __global lanewise::abi::ImageDescriptor;
using Level = const __global lanewise::abi::ImageLevel;
using lanewise::abi::TexelKind;
namespace sampler = lanewise::abi::sampler;

template <int W>
using FloatLanes = Vector<float, W>;
template <int W>
using IntLanes = Vector<int, W>;
template <int W>
using WordLanes = Vector<uint, W>;
template <int W>
using BoolLanes = Mask<IntLanes<W>>;

/// Four vectors: one for each channel (red, green, blue, alpha), or one for each component of a texel. Each vector
/// contains the values of all lanes.
template <class V>
struct Four {
    V of[4];
};

/// Vector type that represents a Four in arguments and results: red of all lanes, then green of all lanes, ...
template <class V>
using Joined = Vector<Element<V>, 4 * width_of<V>>;

template <class T, T... numbers>
struct Sequence {};

/// Returns elements `first`, `first` + 1, ... of the concatenation of two vectors.
template <int first, class V, int... lane>
LW_INLINE auto slice(V a, V b, Sequence<int, lane...>) {
    return __builtin_shufflevector(a, b, (first + lane)...);
}
template <class V>
LW_INLINE auto joined(V a, V b) {
    return slice<0>(a, b, __make_integer_seq<Sequence, int, 2 * width_of<V>>());
}

template <class V>
LW_INLINE Joined<V> join(Four<V> values) {
    if constexpr (width_of<V> == 1) {
        const Joined<V> all = {values.of[0], values.of[1], values.of[2], values.of[3]};
        return all;
    } else {
        return joined(joined(values.of[0], values.of[1]), joined(values.of[2], values.of[3]));
    }
}
template <class V>
LW_INLINE Four<V> part(Joined<V> values) {
    if constexpr (width_of<V> == 1) {
        return {{values[0], values[1], values[2], values[3]}};
    } else {
        constexpr int W = width_of<V>;
        constexpr auto lanes = __make_integer_seq<Sequence, int, W>();
        return {{slice<0>(values, values, lanes), slice<W>(values, values, lanes), slice<2 * W>(values, values, lanes),
                 slice<3 * W>(values, values, lanes)}};
    }
}

/// Clamps x to 0..size - 1.
template <class V>
LW_INLINE V clamp_to(V x, uint size) {
    return __builtin_elementwise_min(__builtin_elementwise_max(x, V(0)), V(int(size) - 1));
}

template <class V>
LW_INLINE Mask<V> both(Mask<V> a, Mask<V> b) {
    return a & b;
}

/// Returns every `stride`th element of v, from `first` on.
template <int first, int stride, class V, int... lane>
LW_INLINE auto strided(V v, Sequence<int, lane...>) {
    return __builtin_shufflevector(v, v, (first + stride * lane)...);
}
template <int first, int stride, class V>
LW_INLINE auto strided(V v) {
    return strided<first, stride>(v, __make_integer_seq<Sequence, int, width_of<V> / stride>());
}

template <class V, int... lane>
LW_INLINE V numbered(Sequence<int, lane...>) {
    return V{lane...};
}
/// Returns the vector 0, 1, 2, ...
template <class V>
LW_INLINE V lane_numbers() {
    if constexpr (width_of<V> == 1)
        return 0;
    else
        return numbered<V>(__make_integer_seq<Sequence, int, width_of<V>>());
}

}  // namespace lw

/// Expands to M(W, suffix of the function name) for every number of lanes W.
#define LW_LANES(M) M(1, "") M(8, "_v8") M(16, "_v16")

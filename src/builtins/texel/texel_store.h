// Writes texels as words. Writes a row if the lanes' texels are adjacent and all lanes are active, otherwise single
// texels of the active lanes. Texels outside of the image are not written (OpenCL C 3.0, section 6.15.15.4).
#pragma once

#include "texel/texel_memory.h"

namespace lw {

template <class V>
LW_INLINE void store_at(ulong address, V value) {
    ((__global Loose<V>*)address)->value = value;
}

template <int W>
LW_INLINE void store_texel(ulong address, uint bytes, const Texels<W>& texels, int lane) {
    const auto word = [&](int i) -> uint {
        if constexpr (W == 1)
            return texels.words[i];
        else
            return texels.words[i][lane];
    };
    switch (bytes) {
        case 1: store_at(address, uchar(word(0))); break;
        case 2: store_at(address, ushort(word(0))); break;
        default:
            for (uint i = 0; i < bytes / 4; ++i) store_at(address + 4 * i, word(i));
    }
}

template <class V, int... lane>
LW_INLINE auto interleaved(V a, V b, Sequence<int, lane...>) {
    return __builtin_shufflevector(a, b, (lane / 2 + (lane % 2) * width_of<V>)...);
}
/// Returns the vector a0 b0 a1 b1 ...
template <class V>
LW_INLINE auto interleaved(V a, V b) {
    return interleaved(a, b, __make_integer_seq<Sequence, int, 2 * width_of<V>>());
}

template <int W>
LW_INLINE void store_row(ulong address, uint bytes, const Texels<W>& texels) {
    const auto& words = texels.words;
    switch (bytes) {
        case 1: store_at(address, to<uchar>(words[0])); break;
        case 2: store_at(address, to<ushort>(words[0])); break;
        case 4: store_at(address, words[0]); break;
        case 8: store_at(address, interleaved(words[0], words[1])); break;
        default: store_at(address, interleaved(interleaved(words[0], words[2]), interleaved(words[1], words[3])));
    }
}

template <int W>
LW_INLINE void scatter_texels(ulong base, IntLanes<W> offsets, uint bytes, BoolLanes<W> on, const Texels<W>& texels) {
    scatter(base, offsets, bits<IntLanes<W>>(texels.words[0]), on);
    if (bytes > 4) scatter(base + 4, offsets, bits<IntLanes<W>>(texels.words[1]), on);
    if (bytes > 8) {
        scatter(base + 8, offsets, bits<IntLanes<W>>(texels.words[2]), on);
        scatter(base + 12, offsets, bits<IntLanes<W>>(texels.words[3]), on);
    }
}

template <int W>
LW_INLINE void store_texels(Image* image, Level* level, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z, BoolLanes<W> on,
                            const Texels<W>& texels) {
    const uint bytes = image->format.bytes;
    const auto offsets = far_offsets<W>(level, bytes, x, y, z);
    if constexpr (W == 1) {
        if (on) store_texel(level->texels + ulong(offsets), bytes, texels, 0);
    } else {
        if (image->is_small) {
            const auto near = x * int(bytes) + y * int(level->row_pitch) + z * int(level->slice_pitch);
            const int first = near[0];
            if (all_lanes(on & (near == lane_numbers<IntLanes<W>>() * int(bytes) + first)))
                return store_row<W>(level->texels + ulong(first), bytes, texels);
            if (bytes >= 4) return scatter_texels<W>(level->texels, near, bytes, on, texels);
        }
        for (int lane = 0; lane < W; ++lane)
            if (on[lane]) store_texel(level->texels + ulong(offsets[lane]), bytes, texels, lane);
    }
}

}  // namespace lw

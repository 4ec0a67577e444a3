// Texels in memory: their words are gathered, or taken as a row where the lanes' texels lie side by side, whatever the
// words mean.
#pragma once

#include "ocl_ops.h"
#include "texel/image_lanes.h"

#define LW_LOADS __attribute__((pure, nothrow))
#define LW_MEMORY_OPS(I, L, suffix)                                             \
    LW_LOADS I gather(ulong base, I offsets) __asm__("ocl.gather." suffix);     \
    LW_LOADS I gather(ulong base, L offsets) __asm__("ocl.gather_far." suffix); \
    LW_EFFECT void scatter(ulong base, I offsets, I values, I on) __asm__("ocl.scatter." suffix);

namespace lw {

LW_MEMORY_OPS(int8, long8, "v8i32")
LW_MEMORY_OPS(int16, long16, "v16i32")

template <class V>
struct __attribute__((packed)) Loose {
    V value;
};

template <class V>
LW_INLINE V load_at(ulong address) {
    return ((const __global Loose<V>*)address)->value;
}

/// The words of each lane's texel; texels of one or two bytes are the low bits of the first word. Words beyond the
/// texel's are 0.
template <int W>
struct Texels {
    WordLanes<W> words[4];
};

template <int W>
LW_INLINE Texels<W> no_texels() {
    return {{WordLanes<W>(0), WordLanes<W>(0), WordLanes<W>(0), WordLanes<W>(0)}};
}

/// Texels that follow each other from `address` on.
template <int W>
LW_INLINE Texels<W> load_row(ulong address, uint bytes) {
    Texels<W> texels = no_texels<W>();
    switch (bytes) {
        case 1: texels.words[0] = to<uint>(load_at<Vector<uchar, W>>(address)); break;
        case 2: texels.words[0] = to<uint>(load_at<Vector<ushort, W>>(address)); break;
        case 4: texels.words[0] = load_at<WordLanes<W>>(address); break;
        case 8: {
            const auto row = load_at<Vector<uint, 2 * W>>(address);
            if constexpr (W == 1) {
                texels = {{row[0], row[1], 0, 0}};
            } else {
                texels.words[0] = strided<0, 2>(row);
                texels.words[1] = strided<1, 2>(row);
            }
            break;
        }
        default: {
            const auto row = load_at<Vector<uint, 4 * W>>(address);
            if constexpr (W == 1)
                texels = {{row[0], row[1], row[2], row[3]}};
            else
                texels = {{strided<0, 4>(row), strided<1, 4>(row), strided<2, 4>(row), strided<3, 4>(row)}};
        }
    }
    return texels;
}

/// Texels at these distances from `base`. Small ones are parts of aligned words, which lie on one page.
template <int W, class Offsets>
LW_INLINE Texels<W> gather_texels(ulong base, Offsets offsets, uint bytes) {
    Texels<W> texels = no_texels<W>();
    if (bytes < 4) {
        const Offsets from_aligned = offsets + Offsets(base & 3);
        const auto word = bits<WordLanes<W>>(gather(base & ~3ul, from_aligned & Offsets(~3)));
        const auto shifted = word >> ((to<uint>(from_aligned) & WordLanes<W>(3)) * 8);
        texels.words[0] = shifted & WordLanes<W>(bytes == 1 ? 0xff : 0xffff);
        return texels;
    }
    texels.words[0] = bits<WordLanes<W>>(gather(base, offsets));
    if (bytes > 4) texels.words[1] = bits<WordLanes<W>>(gather(base + 4, offsets));
    if (bytes > 8) {
        texels.words[2] = bits<WordLanes<W>>(gather(base + 8, offsets));
        texels.words[3] = bits<WordLanes<W>>(gather(base + 12, offsets));
    }
    return texels;
}

template <int W>
using FarOffsets = Vector<long, W>;

template <int W>
LW_INLINE FarOffsets<W> far_offsets(Level* level, uint bytes, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z) {
    return to<long>(x) * long(bytes) + to<long>(y) * long(level->row_pitch) + to<long>(z) * long(level->slice_pitch);
}

/// The texels at places that are within the level.
template <int W>
LW_INLINE Texels<W> load_texels(Image* image, Level* level, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z) {
    const uint bytes = image->format.bytes;
    if constexpr (W == 1) {
        return load_row<1>(level->texels + ulong(far_offsets<1>(level, bytes, x, y, z)), bytes);
    } else {
        if (!image->is_small) return gather_texels<W>(level->texels, far_offsets<W>(level, bytes, x, y, z), bytes);
        const IntLanes<W> offsets = x * int(bytes) + y * int(level->row_pitch) + z * int(level->slice_pitch);
        const int first = offsets[0];
        if (all_lanes(offsets == lane_numbers<IntLanes<W>>() * int(bytes) + first))
            return load_row<W>(level->texels + ulong(first), bytes);
        return gather_texels<W>(level->texels, offsets, bytes);
    }
}

}  // namespace lw

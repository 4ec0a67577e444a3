// Loads texels as words without decoding them: as a row if the lanes' texels are adjacent, otherwise by gathers.
#pragma once

#include "ocl_ops.h"
#include "texel/image_lanes.h"

#define LW_CONST __attribute__((const, nothrow))
#define LW_LOADS __attribute__((pure, nothrow))
#define LW_MEMORY_OPS(I, L, suffix)                                              \
    LW_CONST I look_up(I low, I high, I numbers) __asm__("ocl.look_up." suffix); \
    LW_LOADS I gather(ulong base, I offsets) __asm__("ocl.gather." suffix);      \
    LW_LOADS I gather(ulong base, L offsets) __asm__("ocl.gather_far." suffix);  \
    LW_EFFECT void scatter(ulong base, I offsets, I values, I on) __asm__("ocl.scatter." suffix);

namespace lw {

/// True if the target has AVX-512. The compiler replaces calls of this function by a constant before it optimizes the
/// code.
LW_CONST int has_float_ops() __asm__("ocl.has_float_ops");

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

/// The words of each lane's texel; texels of one or two bytes are the low bits of the first word. Words after the
/// texel's last word are 0.
template <int W>
struct Texels {
    WordLanes<W> words[4];
};

template <int W>
LW_INLINE Texels<W> no_texels() {
    return {{WordLanes<W>(0), WordLanes<W>(0), WordLanes<W>(0), WordLanes<W>(0)}};
}

/// Loads consecutive texels from `address` on.
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

/// Loads one T for each of `count` lanes, beginning with lane number `lane`. Uses scalar loads, which are faster than
/// gathers.
template <class T, int count, class Offsets>
LW_INLINE auto load_each(ulong base, Offsets offsets, int lane) {
    if constexpr (count == 2) {
        const Vector<T, 2> two = {load_at<T>(base + ulong(offsets[lane])), load_at<T>(base + ulong(offsets[lane + 1]))};
        return two;
    } else {
        return joined(load_each<T, count / 2>(base, offsets, lane),
                      load_each<T, count / 2>(base, offsets, lane + count / 2));
    }
}

/// Loads the words at `offsets` from `base`; offsets are multiples of 4. If all words lie within a few bytes, as for
/// most neighbouring work-items, loads these bytes at once. `end` is the number of bytes from `base` on that may be
/// loaded.
template <int W>
LW_INLINE WordLanes<W> near_words(ulong base, IntLanes<W> offsets, uint end) {
    const int first = __builtin_elementwise_min(int(offsets[0]), int(offsets[W - 1]));
    const IntLanes<W> numbers = (offsets - first) >> 2;
    constexpr uint bytes = 8 * W;
    if (has_float_ops() && uint(first) + bytes <= end && all_lanes(bits<WordLanes<W>>(numbers) < WordLanes<W>(2 * W)))
        return bits<WordLanes<W>>(look_up(load_at<IntLanes<W>>(base + uint(first)),
                                          load_at<IntLanes<W>>(base + uint(first) + 4 * W), numbers));
    return load_each<uint, W>(base, to<long>(offsets), 0);
}
template <int W>
LW_INLINE WordLanes<W> near_words(ulong base, Vector<long, W> offsets, uint) {
    return bits<WordLanes<W>>(gather(base, offsets));
}

/// Loads one texel of four words for each of `count` lanes, beginning with lane number `lane`.
template <int count, class Offsets>
LW_INLINE auto load_wide(ulong base, Offsets offsets, int lane) {
    if constexpr (count == 1)
        return load_at<uint4>(base + ulong(offsets[lane]));
    else
        return joined(load_wide<count / 2>(base, offsets, lane), load_wide<count / 2>(base, offsets, lane + count / 2));
}

/// Loads texels at `offsets` from `base`. Small texels are parts of aligned words, which do not cross pages.
template <int W, class Offsets>
LW_INLINE Texels<W> gather_texels(ulong base, Offsets offsets, uint bytes, uint end) {
    Texels<W> texels = no_texels<W>();
    if (bytes == 4) {
        texels.words[0] = near_words<W>(base, offsets, end);
        return texels;
    }
    if (bytes < 4) {
        const Offsets from_aligned = offsets + Offsets(base & 3);
        const auto word = near_words<W>(base & ~3ul, from_aligned & Offsets(~3), end);
        const auto shifted = word >> ((to<uint>(from_aligned) & WordLanes<W>(3)) * 8);
        texels.words[0] = shifted & WordLanes<W>(bytes == 1 ? 0xff : 0xffff);
        return texels;
    }
    if (bytes == 16) {
        const auto wide = load_wide<W>(base, offsets, 0);
        return {{strided<0, 4>(wide), strided<1, 4>(wide), strided<2, 4>(wide), strided<3, 4>(wide)}};
    }
    const auto pairs = bits<WordLanes<2 * W>>(load_each<ulong, W>(base, to<long>(offsets), 0));
    texels.words[0] = strided<0, 2>(pairs);
    texels.words[1] = strided<1, 2>(pairs);
    return texels;
}

template <int W>
using FarOffsets = Vector<long, W>;

template <int W>
LW_INLINE FarOffsets<W> far_offsets(Level* level, uint bytes, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z) {
    return to<long>(x) * long(bytes) + to<long>(y) * long(level->row_pitch) + to<long>(z) * long(level->slice_pitch);
}

/// Loads texels at `offsets` from the level's first texel.
template <int W>
LW_INLINE Texels<W> load_near(Level* level, uint bytes, IntLanes<W> offsets) {
    const int first = offsets[0];
    if (all_lanes(offsets == lane_numbers<IntLanes<W>>() * int(bytes) + first))
        return load_row<W>(level->texels + uint(first), bytes);
    return gather_texels<W>(level->texels, offsets, bytes, level->bytes);
}

/// Loads the texels at coordinates that must lie within the level.
template <int W>
LW_INLINE Texels<W> load_texels(Image* image, Level* level, IntLanes<W> x, IntLanes<W> y, IntLanes<W> z) {
    const uint bytes = image->format.bytes;
    if constexpr (W == 1) {
        return load_row<1>(level->texels + ulong(far_offsets<1>(level, bytes, x, y, z)), bytes);
    } else {
        if (!image->is_small) return gather_texels<W>(level->texels, far_offsets<W>(level, bytes, x, y, z), bytes, 0);
        return load_near<W>(level, bytes, x * int(bytes) + y * int(level->row_pitch) + z * int(level->slice_pitch));
    }
}

}  // namespace lw

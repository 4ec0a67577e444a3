// Reads of consecutive texels of a row, the most frequent pattern of neighbouring work-items. The coordinates are
// scalars: the coordinates of lane 0. If any of the texels lies outside of the row, the texels of all lanes are read
// like texels at arbitrary coordinates.
#include "texel/texel_fetch.h"

namespace lw {

/// The coordinates of lane 0. The coordinates of other lanes differ only in the column.
struct Row {
    int x, y, z;
};

/// The address of the first lane's texel, and whether the texels of all lanes lie within the row.
struct RowPlace {
    ulong address;
    bool is_whole;
};

template <int W>
LW_INLINE RowPlace row_place(Image* image, ulong sampler, Row at) {
    Level* level = &image->level;
    const int y = clamp_to(at.y, level->height), z = clamp_to(at.z, slices_of(image, level));
    const bool is_inside = !has_border(sampler) || (y == at.y && (z == at.z || image->is_array));
    const bool is_row = level->width >= uint(W) && uint(at.x) <= level->width - uint(W);
    return {level->texels + ulong(far_offsets<1>(level, image->format.bytes, at.x, y, z)), is_inside && is_row};
}

/// True if texels have four channels of one byte, as in most images.
LW_INLINE bool has_byte_channels(Image* image) {
    return image->format.kind == TexelKind::unorm8 && image->format.components == 4;
}

template <class V>
LW_INLINE Four<V> read_whole_row(Image* image, ulong address) {
    constexpr int W = width_of<V>;
    if constexpr (is_float<V>) {
        if (has_byte_channels(image)) {
            const Texels<W> texels = {{load_at<WordLanes<W>>(address)}};
            return channels_of(image, float_components<W>(TexelKind::unorm8, texels));
        }
    }
    return decode<V>(image, load_row<W>(address, image->format.bytes));
}

template <class V>
LW_INLINE Joined<V> read_row(Image* image, ulong sampler, Row at) {
    constexpr int W = width_of<V>;
    const RowPlace place = row_place<W>(image, sampler, at);
    if (place.is_whole) return join(read_whole_row<V>(image, place.address));
    const IntLanes<W> slice(image->is_array ? clamp_to(at.z, image->layers) : at.z);
    return join(
        fetch<V>(image, &image->level, sampler, {lane_numbers<IntLanes<W>>() + at.x, IntLanes<W>(at.y), slice}));
}

// Like read_row(), for code that is compiled for one kind of image and inlined into its callers. If the texels are not
// within a row, calls read_texel_*, which is not inlined.
#define LW_READ_KNOWN_ROW(W, T)                                                                                       \
    LW_LOADS Joined<Vector<T, W>> read_texel_##T##_##W(Image* image, ulong sampler, IntLanes<W> x, IntLanes<W> y,     \
                                                       IntLanes<W> z) __asm__("__lw_image_read_texel_" #T "_v" #W);   \
    Joined<Vector<T, W>> read_known_row_##T##_##W(Image* image, ulong sampler, int x, int y,                          \
                                                  int z) __asm__("__lw_image_known_row_" #T "_v" #W);                 \
    Joined<Vector<T, W>> read_known_row_##T##_##W(Image* image, ulong sampler, int x, int y, int z) {                 \
        const RowPlace place = row_place<W>(image, sampler, {x, y, z});                                               \
        if (__builtin_expect(place.is_whole, true)) return join(read_whole_row<Vector<T, W>>(image, place.address));  \
        return read_texel_##T##_##W(image, sampler, lane_numbers<IntLanes<W>>() + x, IntLanes<W>(y), IntLanes<W>(z)); \
    }
LW_READ_KNOWN_ROW(8, float)
LW_READ_KNOWN_ROW(8, int)
LW_READ_KNOWN_ROW(16, float)
LW_READ_KNOWN_ROW(16, int)

#define LW_READ_ROW(W, T)                                                                       \
    Joined<Vector<T, W>> read_row_##T##_##W(Image* image, ulong sampler, int x, int y,          \
                                            int z) __asm__("__lw_image_read_row_" #T "_v" #W);  \
    Joined<Vector<T, W>> read_row_##T##_##W(Image* image, ulong sampler, int x, int y, int z) { \
        return read_row<Vector<T, W>>(image, sampler, {x, y, z});                               \
    }
LW_READ_ROW(8, float)
LW_READ_ROW(8, int)
LW_READ_ROW(16, float)
LW_READ_ROW(16, int)

}  // namespace lw

// Block reads and writes of images (cl_intel_subgroups, and cl_intel_subgroups_char, _short and _long). Block functions
// treat rows of an image as bytes, whatever the image's format. The column coordinates of block functions are in bytes.
// A read outside of the image returns the texel at the nearest edge, and a write outside has no effect.
#include "image_types.h"
#include "sub_group/operations.h"

namespace lw::sub_group {

/// Returns the size of a row in bytes, rounded down to whole elements of T.
template <class T>
LW_INLINE int row_bytes(Image* image) {
    return int(image->level.width * image->format.bytes / sizeof(T) * sizeof(T));
}

template <class T>
LW_INLINE __global T* element_at(Image* image, int column, int row) {
    return (__global T*)(image->level.texels + ulong(row) * image->level.row_pitch + ulong(column));
}

LW_INLINE int within(int x, int last) { return __builtin_elementwise_min(__builtin_elementwise_max(x, 0), last); }

template <class T>
LW_INLINE T read_element(Image* image, int column, int row) {
    const int end = row_bytes<T>(image);
    if (end == 0) return 0;
    return *element_at<T>(image, within(column, end - int(sizeof(T))), within(row, int(image->level.height) - 1));
}

template <class V>
LW_INLINE V read_image_block(Image* image, int2 at) {
    using T = Element<V>;
    const int column = at.x + int(lane() * sizeof(T));
    if constexpr (width_of<V> == 1) {
        return read_element<T>(image, column, at.y);
    } else {
        V block;
        for (int i = 0; i < width_of<V>; ++i) block[i] = read_element<T>(image, column, at.y + i);
        return block;
    }
}

template <class T>
LW_INLINE void write_element(Image* image, int column, int row, T value) {
    if (uint(row) < image->level.height && column >= 0 && column <= row_bytes<T>(image) - int(sizeof(T)))
        *element_at<T>(image, column, row) = value;
}

template <class V>
LW_INLINE void write_image_block(Image* image, int2 at, V block) {
    using T = Element<V>;
    const int column = at.x + int(lane() * sizeof(T));
    if constexpr (width_of<V> == 1)
        write_element<T>(image, column, at.y, block);
    else
        for (int i = 0; i < width_of<V>; ++i) write_element<T>(image, column, at.y + i, block[i]);
}

#define LW_READ(V, suffix, length, access)                                                  \
    LW_CONVERGENT V read_image_block##suffix##_##access(Image* image, int2 at) __asm__(     \
        "_Z" length "intel_sub_group_block_read" #suffix "14ocl_image2d_" #access "Dv2_i"); \
    LW_CONVERGENT V read_image_block##suffix##_##access(Image* image, int2 at) {            \
        return read_image_block<V>(image, at);                                              \
    }
#define LW_WRITE(V, code, suffix, length, access)                                                    \
    LW_CONVERGENT void write_image_block##suffix##_##access(Image* image, int2 at, V block) __asm__( \
        "_Z" length "intel_sub_group_block_write" #suffix "14ocl_image2d_" #access "Dv2_i" code);    \
    LW_CONVERGENT void write_image_block##suffix##_##access(Image* image, int2 at, V block) {        \
        write_image_block<V>(image, at, block);                                                      \
    }
// A mangled name starts with the length of the function's name. The name of a function for blocks of several rows is
// one character longer.
#define LW_BLOCK(V, code, suffix, read_length, write_length) \
    LW_READ(V, suffix, read_length, ro)                      \
    LW_READ(V, suffix, read_length, rw)                      \
    LW_WRITE(V, code, suffix, write_length, wo)              \
    LW_WRITE(V, code, suffix, write_length, rw)
#define LW_BLOCKS(T, code, letters)                     \
    LW_BLOCK(T, code, letters, "29", "30")              \
    LW_BLOCK(T##2, "Dv2_" code, letters##2, "30", "31") \
    LW_BLOCK(T##4, "Dv4_" code, letters##4, "30", "31") \
    LW_BLOCK(T##8, "Dv8_" code, letters##8, "30", "31")

LW_BLOCK(uint, "j", , "26", "27")
LW_BLOCK(uint2, "Dv2_j", 2, "27", "28")
LW_BLOCK(uint4, "Dv4_j", 4, "27", "28")
LW_BLOCK(uint8, "Dv8_j", 8, "27", "28")
LW_BLOCKS(uint, "j", _ui)
LW_BLOCKS(ulong, "m", _ul)
LW_BLOCKS(ushort, "t", _us)
LW_BLOCK(ushort16, "Dv16_t", _us16, "31", "32")
LW_BLOCKS(uchar, "h", _uc)
LW_BLOCK(uchar16, "Dv16_h", _uc16, "31", "32")

}  // namespace lw::sub_group

// read_image* and write_image* with a level of detail, or with gradients that determine the level (cl_khr_mipmap_image,
// cl_khr_mipmap_image_writes).
#include "image/texel_functions.h"

namespace lw {

LW_READS_IMAGE float4 read_level_float(Image* image, ulong sampler, float x, float y, float z, float lod)
    LW_SHARED(image_read_level_float);
LW_READS_IMAGE int4 read_level_int(Image* image, ulong sampler, float x, float y, float z, float lod)
    LW_SHARED(image_read_level_int);
LW_WRITES_IMAGE void write_level_float(Image* image, int x, int y, int z, int lod, float4 colour)
    LW_SHARED(image_write_level_float);
LW_WRITES_IMAGE void write_level_int(Image* image, int x, int y, int z, int lod, int4 colour)
    LW_SHARED(image_write_level_int);

/// Returns the squared length of a gradient, in texels of the first level.
template <class G>
LW_INLINE float step_of(Image* image, G gradient) {
    if constexpr (width_of<G> == 1) {
        const float x = gradient * float(image->level.width);
        return x * x;
    } else {
        const float x = gradient.x * float(image->level.width), y = gradient.y * float(image->level.height);
        if constexpr (width_of<G> == 2) return x * x + y * y;
        const float z = width_of<G> == 4 ? gradient[width_of<G> - 2] * float(image->level.depth) : 0.0f;
        return x * x + y * y + z * z;
    }
}

float log2_of(float x) __asm__("_Z4log2f");

/// Returns the level in which the distance between texels equals the length of the longer gradient.
template <class G>
LW_INLINE float lod_of(Image* image, G along_x, G along_y) {
    return 0.5f * log2_of(__builtin_elementwise_max(step_of(image, along_x), step_of(image, along_y)));
}

LW_INLINE float4 read_lod(Image* image, ulong sampler, Coordinates<float> at, float lod, float4) {
    return read_level_float(image, sampler, at.x, at.y, at.z, lod);
}
LW_INLINE float read_lod(Image* image, ulong sampler, Coordinates<float> at, float lod, float) {
    return read_level_float(image, sampler, at.x, at.y, at.z, lod).x;
}
LW_INLINE int4 read_lod(Image* image, ulong sampler, Coordinates<float> at, float lod, int4) {
    return read_level_int(image, sampler, at.x, at.y, at.z, lod);
}
LW_INLINE uint4 read_lod(Image* image, ulong sampler, Coordinates<float> at, float lod, uint4) {
    return bits<uint4>(read_level_int(image, sampler, at.x, at.y, at.z, lod));
}

LW_INLINE void write_lod(Image* image, Coordinates<int> at, int lod, float4 colour) {
    write_level_float(image, at.x, at.y, at.z, lod, colour);
}
LW_INLINE void write_lod(Image* image, Coordinates<int> at, int lod, float depth) {
    const float4 colour = {depth, 0.0f, 0.0f, 0.0f};
    write_lod(image, at, lod, colour);
}
LW_INLINE void write_lod(Image* image, Coordinates<int> at, int lod, int4 colour) {
    write_level_int(image, at.x, at.y, at.z, lod, colour);
}
LW_INLINE void write_lod(Image* image, Coordinates<int> at, int lod, uint4 colour) {
    write_lod(image, at, lod, bits<int4>(colour));
}

#define LW_READ(Colour, name, length, tag, type, dimension, F, fcode, G, gcode)                                 \
    Colour name##_##tag##_lod(Image* image, ulong sampler, F at,                                                \
                              float lod) __asm__("_Z" length #name type "_ro11ocl_sampler" fcode "f");          \
    Colour name##_##tag##_lod(Image* image, ulong sampler, F at, float lod) {                                   \
        return read_lod(image, sampler, coordinates<Dimension::dimension>(at), lod, Colour());                  \
    }                                                                                                           \
    Colour name##_##tag##_gradient(Image* image, ulong sampler, F at, G along_x,                                \
                                   G along_y) __asm__("_Z" length #name type "_ro11ocl_sampler" fcode gcode);   \
    Colour name##_##tag##_gradient(Image* image, ulong sampler, F at, G along_x, G along_y) {                   \
        return read_lod(image, sampler, coordinates<Dimension::dimension>(at), lod_of(image, along_x, along_y), \
                        Colour());                                                                              \
    }
#define LW_WRITE(name, length, tag, type, access, dimension, I, icode, Colour, code)                        \
    void name##_##tag##_##access(Image* image, I at, int lod,                                               \
                                 Colour colour) __asm__("_Z" length #name type "_" #access icode "i" code); \
    void name##_##tag##_##access(Image* image, I at, int lod, Colour colour) {                              \
        write_lod(image, coordinates<Dimension::dimension>(at), lod, colour);                               \
    }
#define LW_WRITES(name, length, tag, type, dimension, I, icode, Colour, code) \
    LW_WRITE(name, length, tag, type, wo, dimension, I, icode, Colour, code)  \
    LW_WRITE(name, length, tag, type, rw, dimension, I, icode, Colour, code)

// Type and mangled name of gradients, which have no component for the layer. A mangled name refers to a repeated type
// by a number.
#define LW_GRADIENT_line float, "ff"
#define LW_GRADIENT_line_array float, "ff"
#define LW_GRADIENT_plane float2, "S1_S1_"
#define LW_GRADIENT_plane_array float2, "Dv2_fS2_"
#define LW_GRADIENT_volume float4, "S1_S1_"
#define LW_SAME_TYPE_line "Dv4_i"
#define LW_SAME_TYPE_line_array "Dv4_i"
#define LW_SAME_TYPE_plane "Dv4_i"
#define LW_SAME_TYPE_plane_array "S0_"
#define LW_SAME_TYPE_volume "S0_"

#define LW_READ_WITH(...) LW_READ(__VA_ARGS__)
#define LW_COLOURS(tag, type, dimension, I, icode, F, fcode)                                         \
    LW_READ_WITH(float4, read_imagef, "11", tag, type, dimension, F, fcode, LW_GRADIENT_##dimension) \
    LW_READ_WITH(int4, read_imagei, "11", tag, type, dimension, F, fcode, LW_GRADIENT_##dimension)   \
    LW_READ_WITH(uint4, read_imageui, "12", tag, type, dimension, F, fcode, LW_GRADIENT_##dimension) \
    LW_WRITES(write_imagef, "12", tag, type, dimension, I, icode, float4, "Dv4_f")                   \
    LW_WRITES(write_imagei, "12", tag, type, dimension, I, icode, int4, LW_SAME_TYPE_##dimension)    \
    LW_WRITES(write_imageui, "13", tag, type, dimension, I, icode, uint4, "Dv4_j")
#define LW_DEPTHS(tag, type, dimension, I, icode, F, fcode)                                         \
    LW_READ_WITH(float, read_imagef, "11", tag, type, dimension, F, fcode, LW_GRADIENT_##dimension) \
    LW_WRITES(write_imagef, "12", tag, type, dimension, I, icode, float, "f")

LW_PLAIN_IMAGES(LW_COLOURS)
LW_DEPTH_IMAGES(LW_DEPTHS)

}  // namespace lw

// write_image* (OpenCL C 3.0, section 6.15.15.4).
#include "image/texel_functions.h"

namespace lw {

LW_INLINE void write_at(Image* image, Coordinates<int> at, float4 colour) {
    write_texel_float(image, at.x, at.y, at.z, colour, 1);
}
LW_INLINE void write_at(Image* image, Coordinates<int> at, half4 colour) { write_at(image, at, to<float>(colour)); }
LW_INLINE void write_at(Image* image, Coordinates<int> at, int4 colour) {
    write_texel_int(image, at.x, at.y, at.z, colour, 1);
}
LW_INLINE void write_at(Image* image, Coordinates<int> at, uint4 colour) { write_at(image, at, bits<int4>(colour)); }
LW_INLINE void write_at(Image* image, Coordinates<int> at, float depth) {
    const float4 colour = {depth, 0.0f, 0.0f, 0.0f};
    write_at(image, at, colour);
}

#define LW_WRITE(name, length, tag, type, access, dimension, I, icode, Colour, code)                    \
    void name##_##tag##_##access(Image* image, I at,                                                    \
                                 Colour colour) __asm__("_Z" length #name type "_" #access icode code); \
    void name##_##tag##_##access(Image* image, I at, Colour colour) {                                   \
        write_at(image, coordinates<Dimension::dimension>(at), colour);                                 \
    }
#define LW_WRITES(name, length, tag, type, dimension, I, icode, Colour, code) \
    LW_WRITE(name, length, tag, type, wo, dimension, I, icode, Colour, code)  \
    LW_WRITE(name, length, tag, type, rw, dimension, I, icode, Colour, code)

#define LW_COLOURS(tag, type, dimension, I, icode, F, fcode)                       \
    LW_WRITES(write_imagef, "12", tag, type, dimension, I, icode, float4, "Dv4_f") \
    LW_WRITES(write_imageh, "12", tag, type, dimension, I, icode, half4, "Dv4_Dh") \
    LW_WRITES(write_imageui, "13", tag, type, dimension, I, icode, uint4, "Dv4_j") \
    LW_WRITES(write_imagei, "12", tag, type, dimension, I, icode, int4, LW_SAME_TYPE_##dimension)
// Mangled type of an int4 colour: "Dv4_i", or a back reference ("S0_") if the coordinates are an int4, too.
#define LW_SAME_TYPE_line "Dv4_i"
#define LW_SAME_TYPE_line_array "Dv4_i"
#define LW_SAME_TYPE_plane "Dv4_i"
#define LW_SAME_TYPE_plane_array "S0_"
#define LW_SAME_TYPE_volume "S0_"
#define LW_DEPTH(tag, type, dimension, I, icode, F, fcode) \
    LW_WRITES(write_imagef, "12", tag, type, dimension, I, icode, float, "f")

LW_PLAIN_IMAGES(LW_COLOURS)
LW_BUFFER_IMAGES(LW_COLOURS)
LW_DEPTH_IMAGES(LW_DEPTH)

}  // namespace lw

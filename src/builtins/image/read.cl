// read_image* with and without a sampler (OpenCL C 3.0, sections 6.15.15.2 and 6.15.15.3).
#include "image/texel_functions.h"

namespace lw {

// The sampler of reads that have no sampler argument. For coordinates outside of the image, OpenCL does not define the
// result of these reads; this sampler returns the nearest texel.
constexpr ulong no_sampler = sampler::address_clamp_to_edge | sampler::nearest;

LW_INLINE float4 as_float4(float4 colour) { return colour; }
LW_INLINE int4 as_int4(int4 colour) { return colour; }
LW_INLINE uint4 as_uint4(int4 colour) { return bits<uint4>(colour); }
LW_INLINE half4 as_half4(float4 colour) { return to<half>(colour); }
LW_INLINE float as_depth(float4 colour) { return colour.x; }

#define LW_SAMPLED(result, name, length, tag, type, dimension, T, code, Colour, read, convert) \
    result name##_##tag##_##T(Image* image, ulong sampler,                                     \
                              T at) __asm__("_Z" length #name type "_ro11ocl_sampler" code);   \
    result name##_##tag##_##T(Image* image, ulong sampler, T at) {                             \
        return convert(read(image, sampler, coordinates<Dimension::dimension>(at)));           \
    }
#define LW_UNSAMPLED(result, name, length, tag, type, access, dimension, T, code, Colour, convert)       \
    result name##_##tag##_##access(Image* image, T at) __asm__("_Z" length #name type "_" #access code); \
    result name##_##tag##_##access(Image* image, T at) {                                                 \
        return convert(read_at<Colour>(image, no_sampler, coordinates<Dimension::dimension>(at)));       \
    }

#define LW_WITH_SAMPLER(result, name, length, tag, type, dimension, I, icode, F, fcode, Colour, convert) \
    LW_SAMPLED(result, name, length, tag, type, dimension, I, icode, Colour, read_at<Colour>, convert)   \
    LW_SAMPLED(result, name, length, tag, type, dimension, F, fcode, Colour,                             \
               (read_filtered<Colour, Dimension::dimension>), convert)
#define LW_WITHOUT_SAMPLER(result, name, length, tag, type, dimension, I, icode, Colour, convert) \
    LW_UNSAMPLED(result, name, length, tag, type, ro, dimension, I, icode, Colour, convert)       \
    LW_UNSAMPLED(result, name, length, tag, type, rw, dimension, I, icode, Colour, convert)

#define LW_FILTERED(tag, type, dimension, I, icode, F, fcode)                                               \
    LW_WITH_SAMPLER(float4, read_imagef, "11", tag, type, dimension, I, icode, F, fcode, float4, as_float4) \
    LW_WITH_SAMPLER(half4, read_imageh, "11", tag, type, dimension, I, icode, F, fcode, float4, as_half4)   \
    LW_WITH_SAMPLER(int4, read_imagei, "11", tag, type, dimension, I, icode, F, fcode, int4, as_int4)       \
    LW_WITH_SAMPLER(uint4, read_imageui, "12", tag, type, dimension, I, icode, F, fcode, int4, as_uint4)
#define LW_PLAIN(tag, type, dimension, I, icode, F, fcode)                                           \
    LW_WITHOUT_SAMPLER(float4, read_imagef, "11", tag, type, dimension, I, icode, float4, as_float4) \
    LW_WITHOUT_SAMPLER(half4, read_imageh, "11", tag, type, dimension, I, icode, float4, as_half4)   \
    LW_WITHOUT_SAMPLER(int4, read_imagei, "11", tag, type, dimension, I, icode, int4, as_int4)       \
    LW_WITHOUT_SAMPLER(uint4, read_imageui, "12", tag, type, dimension, I, icode, int4, as_uint4)
#define LW_DEPTH(tag, type, dimension, I, icode, F, fcode)                                                \
    LW_WITH_SAMPLER(float, read_imagef, "11", tag, type, dimension, I, icode, F, fcode, float4, as_depth) \
    LW_WITHOUT_SAMPLER(float, read_imagef, "11", tag, type, dimension, I, icode, float4, as_depth)

LW_PLAIN_IMAGES(LW_FILTERED)
LW_PLAIN_IMAGES(LW_PLAIN)
LW_BUFFER_IMAGES(LW_PLAIN)
LW_DEPTH_IMAGES(LW_DEPTH)

}  // namespace lw

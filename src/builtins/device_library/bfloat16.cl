// Conversions between float and bfloat16: the functions of cl_intel_bfloat16_conversions, and the functions that SYCL's
// device code calls in place of the instructions of SPV_INTEL_bfloat16_conversion. A bfloat16 consists of the upper
// half of a float's bits.
#include "types.h"

namespace lw {

/// Rounds to the nearest bfloat16; if two are equally near, to the even one. A NaN becomes a quiet NaN.
LW_INLINE ushort to_bfloat16(float x) {
    const uint word = bits<uint>(x);
    const uint rounded = word + 0x7fff + (word >> 16 & 1);
    const uint quiet = word | 0x400000;
    return (ushort)((x != x ? quiet : rounded) >> 16);
}

LW_INLINE float from_bfloat16(ushort x) { return bits<float>((uint)x << 16); }

}  // namespace lw

#define LW_CONVERSIONS(n)                                                                                  \
    void __devicelib_ConvertFToBF16INTELVec##n(const __generic float* from, __generic ushort* to) {        \
        for (int i = 0; i < n; ++i) to[i] = lw::to_bfloat16(from[i]);                                      \
    }                                                                                                      \
    void __devicelib_ConvertBF16ToFINTELVec##n(const __generic ushort* from, __generic float* to) {        \
        for (int i = 0; i < n; ++i) to[i] = lw::from_bfloat16(from[i]);                                    \
    }

extern "C" {

ushort __devicelib_ConvertFToBF16INTEL(const __generic float* x) { return lw::to_bfloat16(*x); }
float __devicelib_ConvertBF16ToFINTEL(const __generic ushort* x) { return lw::from_bfloat16(*x); }

LW_CONVERSIONS(1)
LW_CONVERSIONS(2)
LW_CONVERSIONS(3)
LW_CONVERSIONS(4)
LW_CONVERSIONS(8)
LW_CONVERSIONS(16)

}  // extern "C"

#define LW_INTEL_CONVERSIONS(n)                                                    \
    ushort##n intel_convert_bfloat16##n##_as_ushort##n(float##n x) {               \
        ushort##n result;                                                          \
        for (int i = 0; i < n; ++i) result[i] = lw::to_bfloat16(x[i]);             \
        return result;                                                             \
    }                                                                              \
    float##n intel_convert_as_bfloat16##n##_float##n(ushort##n x) {                \
        float##n result;                                                           \
        for (int i = 0; i < n; ++i) result[i] = lw::from_bfloat16(x[i]);           \
        return result;                                                             \
    }

ushort intel_convert_bfloat16_as_ushort(float x) { return lw::to_bfloat16(x); }
float intel_convert_as_bfloat16_float(ushort x) { return lw::from_bfloat16(x); }
LW_INTEL_CONVERSIONS(2)
LW_INTEL_CONVERSIONS(3)
LW_INTEL_CONVERSIONS(4)
LW_INTEL_CONVERSIONS(8)
LW_INTEL_CONVERSIONS(16)

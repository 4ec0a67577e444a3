// Implements the compiler's floating-point operations (docs/ir.md) in C++. The math library calls these operations, and
// can thus run without the compiler.
#include <cstdlib>

int has_float_ops() __asm__("ocl.has_float_ops");

#if defined(__AVX512VL__) && defined(__AVX512DQ__)

#include <immintrin.h>

int has_float_ops() { return 1; }

// Calls the masked intrinsics with all lanes active, because g++ 12 warns about an undefined value in the unmasked
// intrinsics.
#define FLOAT_OPS(vector, suffix, prefix, all)                                                                       \
    vector scale_exponent(vector x, vector n) __asm__("ocl.scale_exponent." suffix);                                 \
    vector scale_exponent(vector x, vector n) { return prefix##_maskz_scalef_ps(all, x, n); }                        \
    vector exponent_part(vector x) __asm__("ocl.exponent_part." suffix);                                             \
    vector exponent_part(vector x) { return prefix##_maskz_getexp_ps(all, x); }                                      \
    vector mantissa_part(vector x) __asm__("ocl.mantissa_part." suffix);                                             \
    vector mantissa_part(vector x) {                                                                                 \
        return prefix##_maskz_getmant_ps(all, x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_nan);                          \
    }                                                                                                                \
    vector significand(vector x) __asm__("ocl.significand." suffix);                                                 \
    vector significand(vector x) { return prefix##_maskz_getmant_ps(all, x, _MM_MANT_NORM_1_2, _MM_MANT_SIGN_nan); } \
    vector fraction_part(vector x) __asm__("ocl.fraction_part." suffix);                                             \
    vector fraction_part(vector x) {                                                                                 \
        return prefix##_maskz_reduce_ps(all, x, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);                          \
    }                                                                                                                \
    vector rsqrt_estimate(vector x) __asm__("ocl.rsqrt_estimate." suffix);                                           \
    vector rsqrt_estimate(vector x) { return prefix##_maskz_rsqrt14_ps(all, x); }                                    \
    vector recip_estimate(vector x) __asm__("ocl.recip_estimate." suffix);                                           \
    vector recip_estimate(vector x) { return prefix##_maskz_rcp14_ps(all, x); }

FLOAT_OPS(__m128, "v4f32", _mm, 0xF)
FLOAT_OPS(__m256, "v8f32", _mm256, 0xFF)
FLOAT_OPS(__m512, "v16f32", _mm512, 0xFFFF)

#define DOUBLE_OPS(vector, suffix, prefix)                                                   \
    vector scale_double(vector x, vector n) __asm__("ocl.scale_double." suffix);             \
    vector scale_double(vector x, vector n) { return prefix##_maskz_scalef_pd(0xFF, x, n); } \
    vector rsqrt_double(vector x) __asm__("ocl.rsqrt_double." suffix);                       \
    vector rsqrt_double(vector x) { return prefix##_maskz_rsqrt14_pd(0xFF, x); }

DOUBLE_OPS(__m128d, "v2f64", _mm)
DOUBLE_OPS(__m256d, "v4f64", _mm256)
DOUBLE_OPS(__m512d, "v8f64", _mm512)

__m512i look_up(__m512i low, __m512i high, __m512i numbers) __asm__("ocl.look_up.v16i32");
__m512i look_up(__m512i low, __m512i high, __m512i numbers) { return _mm512_permutex2var_epi32(low, numbers, high); }
__m512d look_up_double(__m512d low, __m512d high, __m512i numbers) __asm__("ocl.look_up_double.v8f64");
__m512d look_up_double(__m512d low, __m512d high, __m512i numbers) {
    return _mm512_permutex2var_pd(low, numbers, high);
}

#else

int has_float_ops() { return 0; }

#define UNREACHED(name, label)  \
    void name() __asm__(label); \
    void name() { std::abort(); }
#define FLOAT_OPS(suffix)                                       \
    UNREACHED(scale_##suffix, "ocl.scale_exponent." #suffix)    \
    UNREACHED(exponent_##suffix, "ocl.exponent_part." #suffix)  \
    UNREACHED(mantissa_##suffix, "ocl.mantissa_part." #suffix)  \
    UNREACHED(significand_##suffix, "ocl.significand." #suffix) \
    UNREACHED(fraction_##suffix, "ocl.fraction_part." #suffix)  \
    UNREACHED(recip_##suffix, "ocl.recip_estimate." #suffix)    \
    UNREACHED(rsqrt_##suffix, "ocl.rsqrt_estimate." #suffix)

FLOAT_OPS(v4f32)
FLOAT_OPS(v8f32)
FLOAT_OPS(v16f32)
UNREACHED(scale_v2f64, "ocl.scale_double.v2f64")
UNREACHED(scale_v4f64, "ocl.scale_double.v4f64")
UNREACHED(scale_v8f64, "ocl.scale_double.v8f64")
UNREACHED(rsqrt_v2f64, "ocl.rsqrt_double.v2f64")
UNREACHED(rsqrt_v4f64, "ocl.rsqrt_double.v4f64")
UNREACHED(rsqrt_v8f64, "ocl.rsqrt_double.v8f64")
UNREACHED(look_up_v16i32, "ocl.look_up.v16i32")
UNREACHED(look_up_v8f64, "ocl.look_up_double.v8f64")

#endif

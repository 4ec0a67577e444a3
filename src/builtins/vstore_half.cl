// vstore_half[n] and vstorea_half[n] (OpenCL C 3.0, section 6.15.7): convert float and double to half and store.
// Results are rounded to nearest even, or by the mode in the function's name.
#include "half_memory.h"

#define LW_STORE_HALF(T, n, AS, suffix, rounding)                                           \
    void vstore_half##n##suffix(T##n value, size_t offset, AS half* p) {                    \
        *(AS half##n##_unaligned*)(p + offset * n) = lw::narrow<half, lw::Rounding::rounding>(value); \
    }                                                                                       \
    void vstorea_half##n##suffix(T##n value, size_t offset, AS half* p) {                   \
        ((AS half##n*)p)[offset] = lw::narrow<half, lw::Rounding::rounding>(value);         \
    }

#define LW_STORE_HALF_SCALAR(T, AS, name, rounding)                         \
    void name(T value, size_t offset, AS half* p) {                         \
        p[offset] = lw::narrow<half, lw::Rounding::rounding>(value);        \
    }

// "vstorea_half3 writes to (p + (offset * 4))", vstore_half3 to (p + (offset * 3)).
#define LW_STORE_HALF_3(T, AS, name, stride, rounding)                              \
    void name(T##3 value, size_t offset, AS half* p) {                              \
        const half3 rounded = lw::narrow<half, lw::Rounding::rounding>(value);      \
        p += offset * stride;                                                       \
        p[0] = rounded.x;                                                           \
        p[1] = rounded.y;                                                           \
        p[2] = rounded.z;                                                           \
    }

#define LW_STORES(T, AS, suffix, rounding)                          \
    LW_STORE_HALF_SCALAR(T, AS, vstore_half##suffix, rounding)      \
    LW_STORE_HALF_SCALAR(T, AS, vstorea_half##suffix, rounding)     \
    LW_STORE_HALF_3(T, AS, vstore_half3##suffix, 3, rounding)       \
    LW_STORE_HALF_3(T, AS, vstorea_half3##suffix, 4, rounding)      \
    LW_STORE_HALF(T, 2, AS, suffix, rounding)                       \
    LW_STORE_HALF(T, 4, AS, suffix, rounding)                       \
    LW_STORE_HALF(T, 8, AS, suffix, rounding)                       \
    LW_STORE_HALF(T, 16, AS, suffix, rounding)

#define LW_MODES(T, AS)             \
    LW_STORES(T, AS, , rte)         \
    LW_STORES(T, AS, _rte, rte)     \
    LW_STORES(T, AS, _rtz, rtz)     \
    LW_STORES(T, AS, _rtp, rtp)     \
    LW_STORES(T, AS, _rtn, rtn)

#define LW_FOR_SPACE(AS) LW_MODES(float, AS) LW_MODES(double, AS)

LW_FOR_SPACE(__private)
LW_FOR_SPACE(__global)
LW_FOR_SPACE(__local)
LW_FOR_SPACE(__generic)

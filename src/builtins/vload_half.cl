// vload_half[n] and vloada_half[n] (OpenCL C 3.0, section 6.15.7): load half from memory and convert to float.
#include "half_memory.h"

#define LW_LOAD_HALF(n, AS)                                             \
    float##n vload_half##n(size_t offset, const AS half* p) {           \
        return lw::to<float>(*(const AS half##n##_unaligned*)(p + offset * n)); \
    }                                                                   \
    float##n vloada_half##n(size_t offset, const AS half* p) {          \
        return lw::to<float>(((const AS half##n*)p)[offset]);           \
    }

#define LW_LOADS(AS)                                                                              \
    float vload_half(size_t offset, const AS half* p) { return p[offset]; }                       \
    float vloada_half(size_t offset, const AS half* p) { return p[offset]; }                      \
    LW_LOAD_HALF(2, AS) LW_LOAD_HALF(4, AS) LW_LOAD_HALF(8, AS) LW_LOAD_HALF(16, AS)              \
    float3 vload_half3(size_t offset, const AS half* p) {                                         \
        p += offset * 3;                                                                          \
        return (float3)(p[0], p[1], p[2]);                                                        \
    }                                                                                             \
    /* "vloada_half3 reads from (p + (offset * 4))" */                                            \
    float3 vloada_half3(size_t offset, const AS half* p) {                                        \
        p += offset * 4;                                                                          \
        return (float3)(p[0], p[1], p[2]);                                                        \
    }

LW_LOADS(__private)
LW_LOADS(__global)
LW_LOADS(__local)
LW_LOADS(__constant)
LW_LOADS(__generic)

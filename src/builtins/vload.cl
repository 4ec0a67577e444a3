// vloadn and vstoren (OpenCL C 3.0, section 6.15.7): load and store vectors at addresses aligned to the element type.
// These functions read or write exactly three elements for a vector of 3 components.
#include "types.h"

#define LW_UNALIGNED(T, n) typedef T##n T##n##_unaligned __attribute__((aligned(sizeof(T))));

#define LW_LOAD(T, n, AS)                                      \
    T##n vload##n(size_t offset, const AS T* p) {              \
        return *(const AS T##n##_unaligned*)(p + offset * n);  \
    }
#define LW_LOAD_3(T, AS)                          \
    T##3 vload3(size_t offset, const AS T* p) {   \
        p += offset * 3;                          \
        return (T##3)(p[0], p[1], p[2]);          \
    }

#define LW_STORE(T, n, AS)                                  \
    void vstore##n(T##n value, size_t offset, AS T* p) {    \
        *(AS T##n##_unaligned*)(p + offset * n) = value;    \
    }
#define LW_STORE_3(T, AS)                                 \
    void vstore3(T##3 value, size_t offset, AS T* p) {    \
        p += offset * 3;                                  \
        p[0] = value.x;                                   \
        p[1] = value.y;                                   \
        p[2] = value.z;                                   \
    }

#define LW_LOADS(T, AS) \
    LW_LOAD(T, 2, AS) LW_LOAD_3(T, AS) LW_LOAD(T, 4, AS) LW_LOAD(T, 8, AS) LW_LOAD(T, 16, AS)
#define LW_STORES(T, AS) \
    LW_STORE(T, 2, AS) LW_STORE_3(T, AS) LW_STORE(T, 4, AS) LW_STORE(T, 8, AS) LW_STORE(T, 16, AS)

#define LW_FOR_TYPE(T)                                                                            \
    LW_UNALIGNED(T, 2) LW_UNALIGNED(T, 4) LW_UNALIGNED(T, 8) LW_UNALIGNED(T, 16)                  \
    LW_LOADS(T, __private) LW_LOADS(T, __global) LW_LOADS(T, __local) LW_LOADS(T, __generic)      \
    LW_LOADS(T, __constant)                                                                       \
    LW_STORES(T, __private) LW_STORES(T, __global) LW_STORES(T, __local) LW_STORES(T, __generic)

LW_FOR_TYPE(char)
LW_FOR_TYPE(uchar)
LW_FOR_TYPE(short)
LW_FOR_TYPE(ushort)
LW_FOR_TYPE(int)
LW_FOR_TYPE(uint)
LW_FOR_TYPE(long)
LW_FOR_TYPE(ulong)
LW_FOR_TYPE(half)
LW_FOR_TYPE(float)
LW_FOR_TYPE(double)

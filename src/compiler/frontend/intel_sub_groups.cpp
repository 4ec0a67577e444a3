#include "compiler/frontend/intel_sub_groups.h"

namespace lanewise::compiler {

constinit const std::string_view intel_sub_group_header = R"(
#ifdef cl_intel_subgroups
#define __lw_builtin __attribute__((overloadable, convergent))
#define __lw_shuffles(T)                                          \
    T __lw_builtin intel_sub_group_shuffle(T, uint);              \
    T __lw_builtin intel_sub_group_shuffle_xor(T, uint);          \
    T __lw_builtin intel_sub_group_shuffle_down(T, T, uint);      \
    T __lw_builtin intel_sub_group_shuffle_up(T, T, uint);
#define __lw_widths(T) __lw_shuffles(T) __lw_shuffles(T##2) __lw_shuffles(T##3) \
    __lw_shuffles(T##4) __lw_shuffles(T##8) __lw_shuffles(T##16)
__lw_widths(char) __lw_widths(uchar) __lw_widths(short) __lw_widths(ushort)
__lw_widths(int) __lw_widths(uint) __lw_widths(float) __lw_shuffles(long) __lw_shuffles(ulong)
__lw_shuffles(half)
__lw_shuffles(double)
#define __lw_broadcast(T) T __lw_builtin intel_sub_group_broadcast(T, uint);
#define __lw_reduction(T, name)                                   \
    T __lw_builtin intel_sub_group_reduce_##name(T);              \
    T __lw_builtin intel_sub_group_scan_inclusive_##name(T);      \
    T __lw_builtin intel_sub_group_scan_exclusive_##name(T);
#define __lw_small(T) __lw_broadcast(T) __lw_broadcast(T##2) __lw_broadcast(T##3) __lw_broadcast(T##4) \
    __lw_broadcast(T##8) __lw_reduction(T, add) __lw_reduction(T, min) __lw_reduction(T, max)
__lw_small(char) __lw_small(uchar) __lw_small(short) __lw_small(ushort)
#if __OPENCL_C_VERSION__ == 200 || defined(__OPENCL_CPP_VERSION__) || defined(__opencl_c_read_write_images)
#define __lw_image_block(V, suffix)                               \
    V __lw_builtin intel_sub_group_block_read##suffix(read_write image2d_t, int2); \
    void __lw_builtin intel_sub_group_block_write##suffix(read_write image2d_t, int2, V);
#else
#define __lw_image_block(V, suffix)
#endif
#ifdef cl_intel_subgroup_local_block_io
#define __lw_local_block(T, V, suffix)                            \
    V __lw_builtin intel_sub_group_block_read##suffix(const __local T*); \
    void __lw_builtin intel_sub_group_block_write##suffix(__local T*, V);
#else
#define __lw_local_block(T, V, suffix)
#endif
#define __lw_block(T, V, suffix)                                  \
    V __lw_builtin intel_sub_group_block_read##suffix(const __global T*); \
    void __lw_builtin intel_sub_group_block_write##suffix(__global T*, V); \
    V __lw_builtin intel_sub_group_block_read##suffix(read_only image2d_t, int2); \
    void __lw_builtin intel_sub_group_block_write##suffix(write_only image2d_t, int2, V); \
    __lw_image_block(V, suffix) __lw_local_block(T, V, suffix)
#define __lw_blocks(T, letters) __lw_block(T, T, letters) __lw_block(T, T##2, letters##2) \
    __lw_block(T, T##4, letters##4) __lw_block(T, T##8, letters##8)
__lw_blocks(uint, ) __lw_blocks(uint, _ui) __lw_blocks(ulong, _ul)
__lw_blocks(ushort, _us) __lw_block(ushort, ushort16, _us16)
__lw_blocks(uchar, _uc) __lw_block(uchar, uchar16, _uc16)
#undef __lw_blocks
#undef __lw_block
#undef __lw_image_block
#undef __lw_local_block
#undef __lw_small
#undef __lw_reduction
#undef __lw_broadcast
#undef __lw_widths
#undef __lw_shuffles
#undef __lw_builtin
#endif
)";

}  // namespace lanewise::compiler

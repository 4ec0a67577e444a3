// Kernel clocks (cl_khr_kernel_clock): nanoseconds of the clock that profiling and clGetHostTimer use. The functions
// for the scopes device, work-group and sub-group read the same clock. Lanes that read the clock together get the same
// value.
#include "ocl_ops.h"

namespace lw {

ulong now() __asm__("lanewise_clock");

LW_INLINE ulong read_clock() {
    ulong time = 0;
    if (lanes_before(1) == 0) time = now();
    return from_first(time);
}

}  // namespace lw

#define LW_CLOCK(scope)                                                   \
    LW_CONVERGENT ulong clock_read_##scope() { return lw::read_clock(); } \
    LW_CONVERGENT uint2 clock_read_hilo_##scope() { return __builtin_bit_cast(uint2, lw::read_clock()); }

LW_CLOCK(device)
LW_CLOCK(work_group)
LW_CLOCK(sub_group)

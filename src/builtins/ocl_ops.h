// The opaque operations (docs/ir.md): functions whose meaning only the compiler's passes know. They are declared here
// under their IR names; no file of the library defines one.
#pragma once

#include "types.h"

// `nomerge` prevents LLVM from merging two calls with different constants into one call with a variable.
#define LW_PURE __attribute__((const, nothrow, nomerge))
#define LW_EFFECT __attribute__((nothrow))
#define LW_CONVERGENT __attribute__((convergent, nothrow))

namespace lw {

LW_PURE ulong global_id(uint dim) __asm__("ocl.global_id");
LW_PURE ulong local_id(uint dim) __asm__("ocl.local_id");
LW_PURE ulong group_id(uint dim) __asm__("ocl.group_id");
LW_PURE ulong num_groups(uint dim) __asm__("ocl.num_groups");
LW_PURE ulong global_size(uint dim) __asm__("ocl.global_size");
LW_PURE ulong global_offset(uint dim) __asm__("ocl.global_offset");
LW_PURE ulong local_size(uint dim) __asm__("ocl.local_size");
LW_PURE ulong enqueued_local_size(uint dim) __asm__("ocl.enqueued_local_size");
LW_PURE uint work_dim() __asm__("ocl.work_dim");
LW_PURE uint address_space(const __generic void* p) __asm__("ocl.address_space");
LW_PURE __local void* group_scratch() __asm__("ocl.group_scratch");
LW_CONVERGENT uint lanes_before(uint n) __asm__("ocl.lanes_before");
LW_CONVERGENT uint lanes_total(uint n) __asm__("ocl.lanes_total");
LW_CONVERGENT ulong from_first(ulong x) __asm__("ocl.from_first");
LW_CONVERGENT void barrier(uint flags) __asm__("ocl.barrier");
LW_CONVERGENT void device_barrier(uint active) __asm__("ocl.device_barrier");
LW_PURE uint concurrent() __asm__("ocl.concurrent");
LW_EFFECT int enqueue(ulong queue, uint flags, const __private void* ndrange, ulong block,
                      const __generic void* literal, uint wait_count, const __private void* waits, uint local_count,
                      const __private void* local_sizes, __private void* event) __asm__("ocl.enqueue");
LW_EFFECT ulong device_call(uint what, ulong a, ulong b) __asm__("ocl.device_call");

}  // namespace lw

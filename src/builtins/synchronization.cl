// Synchronization and explicit memory fence functions (OpenCL C 3.0, sections 6.15.8, 6.15.9 and 6.15.12.6). A
// work-group runs on one thread, so a fence needs a machine instruction only if other threads may see the order of
// memory operations. Fences of a weaker order than seq_cst only restrict the optimizer.
#include "memory_model.h"
#include "ocl_ops.h"

LW_CONVERGENT void barrier(cl_mem_fence_flags flags) { lw::barrier(flags); }
LW_CONVERGENT void work_group_barrier(cl_mem_fence_flags flags) { lw::barrier(flags); }
LW_CONVERGENT void work_group_barrier(cl_mem_fence_flags flags, memory_scope scope) {
    // "memory_scope specifies whether the memory accesses [...] are visible to" other work-items. Scopes wider than the
    // work-group include other threads.
    if (scope == memory_scope_device || scope == memory_scope_all_svm_devices)
        __atomic_thread_fence(__ATOMIC_ACQ_REL);
    lw::barrier(flags);
}

// cl_intel_split_work_group_barrier: the wait may do the whole work of the barrier, so the arrival is only a fence.
void intel_work_group_barrier_arrive(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }
void intel_work_group_barrier_arrive(cl_mem_fence_flags flags, memory_scope scope) {
    __atomic_thread_fence(__ATOMIC_RELEASE);
}
LW_CONVERGENT void intel_work_group_barrier_wait(cl_mem_fence_flags flags) { work_group_barrier(flags); }
LW_CONVERGENT void intel_work_group_barrier_wait(cl_mem_fence_flags flags, memory_scope scope) {
    work_group_barrier(flags, scope);
}

// cl_intel_concurrent_dispatch: "behave similarly to a work_group_barrier except the barrier applies to all work-items in
// the ND-range". After the barrier of the work-group, its sub-groups wait for the sub-groups of all other work-groups.
LW_CONVERGENT void intel_device_barrier(cl_mem_fence_flags flags) {
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    lw::barrier(flags);
    lw::device_barrier(1);
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
}
LW_CONVERGENT void intel_device_barrier(cl_mem_fence_flags flags, memory_scope scope) { intel_device_barrier(flags); }
bool intel_is_device_barrier_valid() { return lw::concurrent() != 0; }

void mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQ_REL); }
void read_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_ACQUIRE); }
void write_mem_fence(cl_mem_fence_flags flags) { __atomic_thread_fence(__ATOMIC_RELEASE); }

void atomic_work_item_fence(cl_mem_fence_flags flags, memory_order order, memory_scope scope) {
    if (order == memory_order_relaxed) return;
    if (order == memory_order_seq_cst)
        __atomic_thread_fence(__ATOMIC_SEQ_CST);
    else
        __atomic_thread_fence(__ATOMIC_ACQ_REL);
}

// Fills a variable in local memory with zeros (src/compiler/link/zero_memory.h). A barrier follows the call.
extern "C" void __lw_zero_local(__local void* variable, ulong bytes) {
    __local uchar* const place = (__local uchar*)variable;
    if (lw::local_id(0) != 0 || lw::local_id(1) != 0 || lw::local_id(2) != 0) return;
    for (ulong i = 0; i < bytes; ++i) place[i] = 0;
}

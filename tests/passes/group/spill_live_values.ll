; A loaded value is kept in the context across the barrier. An id, and values computed from ids and arguments, are
; rematerialized. A private array moves to the context.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

define void @k.full(ptr addrspace(1) %p, i64 %n) {
; CHECK-LABEL: define void @k.full(
; CHECK: %array = call ptr @ocl.chunk_context(i64 0)
; CHECK-NOT: alloca
; CHECK: %v = load float, ptr addrspace(1) %a
; CHECK: %[[SLOT:.*]] = call ptr @ocl.chunk_context(i64 16)
; CHECK-NEXT: store float %v, ptr %[[SLOT]]
; CHECK-NEXT: call void @ocl.barrier(i32 1)
; CHECK-NEXT: br label %after_barrier
; CHECK: after_barrier:
; CHECK-DAG: %v.reload = load float, ptr
; CHECK-DAG: call i64 @ocl.global_id(i32 0)
; CHECK-DAG: getelementptr float, ptr addrspace(1) %p
; CHECK: store float %v.reload, ptr addrspace(1)
  %array = alloca [4 x i32], align 4
  %i = call i64 @ocl.global_id(i32 0)
  %j = add i64 %i, %n
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  store i32 1, ptr %array
  call void @ocl.barrier(i32 1)
  store float %v, ptr addrspace(1) %a
  %x = load i32, ptr %array
  store i32 %x, ptr addrspace(1) %p
  ret void
}

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; CHECK: "lanewise-context_bytes_per_chunk"="24"

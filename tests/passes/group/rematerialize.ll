; A value that few cheap instructions compute from ids and arguments is rematerialized after a barrier. A division and a
; loaded value are kept.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

; CHECK-LABEL: define void @k.full(
; CHECK-COUNT-2: call ptr @ocl.chunk_context(
; CHECK: call void @ocl.barrier(i32 1)
; CHECK: %v.reload = load i32
; CHECK: %d.reload = load i32
; CHECK: %[[I:.*]] = call i64 @ocl.global_id(i32 0)
; CHECK-NEXT: %[[CHEAP:.*]] = mul i64 %[[I]], 3
; CHECK-NEXT: %[[A:.*]] = getelementptr i32, ptr addrspace(1) %p, i64 %[[CHEAP]]
; CHECK-NEXT: store i32 %d.reload, ptr addrspace(1) %[[A]]
; CHECK-NEXT: store i32 %v.reload, ptr addrspace(1) %q
define void @k.full(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) {
  %i = call i64 @ocl.global_id(i32 0)
  %cheap = mul i64 %i, 3
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %cheap
  %d = udiv i32 100, %n
  %v = load i32, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  store i32 %d, ptr addrspace(1) %a
  store i32 %v, ptr addrspace(1) %q
  ret void
}
declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

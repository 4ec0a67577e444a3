; Widens the operations that return ids, and barriers.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; Ids of groups and of dimensions other than 0 are uniform. A barrier stays one.
; CHECK-LABEL: define spir_kernel void @ids.full(
; CHECK: %y = call i64 @ocl.local_id(i32 1)
; CHECK: %g = call i64 @ocl.group_id(i32 0)
; CHECK-NEXT: call void @ocl.barrier(i32 1)
; CHECK-NEXT: %s = add i64 %y, %g
define spir_kernel void @ids(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.local_id(i32 1)
  %g = call i64 @ocl.group_id(i32 0)
  call void @ocl.barrier(i32 1)
  %s = add i64 %y, %g
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %s, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="32" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

; A loop of known length over a private array is unrolled and the array dissolved; a loop over global memory stays.
; RUN: pass_opt --passes=canonicalize,unroll_loops,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @private(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: store float
; CHECK: store float
; CHECK: ret void
define spir_kernel void @private(ptr addrspace(1) %p, float %x) {
entry:
  %a = alloca [2 x float]
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %j, 2
  br i1 %more, label %body, label %write
body:
  %place = getelementptr [2 x float], ptr %a, i32 0, i32 %j
  %f = uitofp i32 %j to float
  %v = fmul float %f, %x
  store float %v, ptr %place
  %next = add i32 %j, 1
  br label %loop
write:
  %a1 = getelementptr float, ptr %a, i32 1
  %v0 = load float, ptr %a
  %v1 = load float, ptr %a1
  store float %v0, ptr addrspace(1) %p
  %p1 = getelementptr float, ptr addrspace(1) %p, i32 1
  store float %v1, ptr addrspace(1) %p1
  ret void
}

; CHECK-LABEL: define spir_kernel void @global(
; CHECK: phi
define spir_kernel void @global(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %p, i32 %j
  store float %x, ptr addrspace(1) %place
  %next = add i32 %j, 1
  %more = icmp ult i32 %next, 4
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

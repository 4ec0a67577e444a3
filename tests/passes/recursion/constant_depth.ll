; A recursive function whose depth is an argument gets a copy for each depth. Its other arguments do not matter.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call
; CHECK: %[[A:.*]] = fmul float %x, 3.000000e+00
; CHECK: %[[B:.*]] = fmul float %[[A]], 3.000000e+00
; CHECK: %[[C:.*]] = fadd float %[[B]], %[[A]]
; CHECK: %[[D:.*]] = fadd float %[[C]], %x
; CHECK: store float %[[D]], ptr addrspace(1) %out
; CHECK-NOT: define {{.*}} @f
define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
  %v = call spir_func float @f(float %x, i32 2)
  store float %v, ptr addrspace(1) %out
  ret void
}

define spir_func float @f(float %x, i32 %n) norecurse noinline optnone {
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %end
again:
  %y = fmul float %x, 3.0
  %m = sub i32 %n, 1
  %v = call spir_func float @f(float %y, i32 %m)
  %sum = fadd float %v, %x
  ret float %sum
end:
  ret float %x
}

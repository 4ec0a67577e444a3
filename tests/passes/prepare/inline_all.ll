; Calls of defined functions are inlined also when they are `noinline`, declarations stay calls, and
; what no kernel needs is gone.
; RUN: pass_opt --passes=inline_all,verify %s | FileCheck %s

; CHECK-NOT: @helper
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %[[SUM:.*]] = fadd float %x, 1.000000e+00
; CHECK: call spir_func float @_Z3sinf(float %[[SUM]])
; CHECK-NOT: @unused

define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
  %v = call spir_func float @helper(float %x)
  store float %v, ptr addrspace(1) %out
  ret void
}

define spir_func float @helper(float %x) noinline {
  %y = fadd float %x, 1.0
  %z = call spir_func float @_Z3sinf(float %y)
  ret float %z
}

define spir_func void @unused() {
  ret void
}

declare spir_func float @_Z3sinf(float)

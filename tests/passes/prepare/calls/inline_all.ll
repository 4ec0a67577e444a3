; Calls of defined functions are inlined even if they are `noinline`. Calls of declarations stay, and functions that no
; kernel needs are gone.
; RUN: pass_opt --passes=inline_all,verify %s | FileCheck %s

; CHECK-NOT: @helper
; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %[[SUM:.*]] = fadd float %x, 1.000000e+00
; CHECK: call spir_func float @_Z3sinf(float %[[SUM]])
; CHECK: call i64 @ocl.global_id(i32 0)
; CHECK: call void @ocl.barrier(i32 1)
; CHECK-NOT: @unused
; CHECK-NOT: @variable
define spir_kernel void @k(ptr addrspace(1) %out, float %x) {
  %v = call spir_func float @helper(float %x)
  store float %v, ptr addrspace(1) %out
  ret void
}

define spir_func float @helper(float %x) noinline optnone {
  %y = fadd float %x, 1.0
  %z = call spir_func float @deeper(float %y)
  ret float %z
}

define linkonce_odr spir_func float @deeper(float %x) {
  %z = call spir_func float @_Z3sinf(float %x)
  %i = call i64 @ocl.global_id(i32 0)
  call void @ocl.barrier(i32 1)
  ret float %z
}

@variable = internal addrspace(2) constant i32 1

define spir_func void @unused() {
  %v = load i32, ptr addrspace(2) @variable
  ret void
}

declare spir_func float @_Z3sinf(float)
declare i64 @ocl.global_id(i32)
declare void @ocl.barrier(i32) convergent

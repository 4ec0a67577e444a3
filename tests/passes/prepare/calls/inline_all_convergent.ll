; Clang marks every function convergent. After inlining, a call is convergent only if it leads to operations at which
; work-items meet, because convergent calls cannot be simplified. Attributes of the front end that would differ between
; functions are removed.
; RUN: pass_opt --passes=inline_all,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call spir_func float @_Z3sinf(float %x){{$}}
; CHECK: call void @ocl.barrier(i32 1) #[[MEETS:[0-9]+]]
; CHECK: declare spir_func float @_Z3sinf(float){{$}}
; CHECK: declare void @ocl.barrier(i32) #[[MEETS]]
; CHECK: attributes #[[MEETS]] = { convergent }
define spir_kernel void @k(ptr addrspace(1) %out, float %x) convergent "denormal-fp-math"="dynamic,dynamic" {
  %v = call spir_func float @_Z3sinf(float %x) convergent
  call void @ocl.barrier(i32 1) convergent
  store float %v, ptr addrspace(1) %out
  ret void
}

declare spir_func float @_Z3sinf(float) convergent
declare void @ocl.barrier(i32) convergent

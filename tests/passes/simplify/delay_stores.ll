; RUN: pass_opt --passes=delay_stores,verify %s | FileCheck %s

; Stores keep their order behind the loads from another object.
; CHECK-LABEL: define spir_kernel void @apart(
; CHECK: %one = load
; CHECK-NEXT: %from = getelementptr
; CHECK-NEXT: %two = load
; CHECK-NEXT: %to = getelementptr
; CHECK-NEXT: store float %one
; CHECK-NEXT: store float %two
define spir_kernel void @apart(ptr addrspace(1) "lanewise-apart" %out, ptr addrspace(1) "lanewise-apart" %a) {
  %one = load float, ptr addrspace(1) %a
  store float %one, ptr addrspace(1) %out
  %from = getelementptr float, ptr addrspace(1) %a, i64 1
  %two = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %two, ptr addrspace(1) %to
  ret void
}

; A load of what may have been stored stays behind that.
; CHECK-LABEL: define spir_kernel void @shared(
; CHECK: %one = load
; CHECK-NEXT: store float %one
; CHECK: %two = load
define spir_kernel void @shared(ptr addrspace(1) %out, ptr addrspace(1) %a) {
  %one = load float, ptr addrspace(1) %a
  store float %one, ptr addrspace(1) %out
  %from = getelementptr float, ptr addrspace(1) %a, i64 1
  %two = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %two, ptr addrspace(1) %to
  ret void
}

; Nothing waits for a call or a load that others look at.
; CHECK-LABEL: define spir_kernel void @order(
; CHECK: store float 1.000000e+00
; CHECK-NEXT: call void @somewhere()
; CHECK-NEXT: store float 2.000000e+00
; CHECK-NEXT: load volatile
declare void @somewhere()
define spir_kernel void @order(ptr addrspace(1) "lanewise-apart" %out, ptr addrspace(1) "lanewise-apart" %a) {
  store float 1.0, ptr addrspace(1) %out
  call void @somewhere()
  store float 2.0, ptr addrspace(1) %out
  %flag = load volatile float, ptr addrspace(1) %a
  %plain = load float, ptr addrspace(1) %a
  ret void
}

; Variables of the work-item's own are no matter.
; CHECK-LABEL: define spir_kernel void @with_variable(
; CHECK: store float 3.000000e+00, ptr %variable
; CHECK-NEXT: %two = load
; CHECK-NEXT: store float 1.000000e+00, ptr addrspace(1) %out
define spir_kernel void @with_variable(ptr addrspace(1) "lanewise-apart" %out, ptr addrspace(1) "lanewise-apart" %a) {
  %variable = alloca float
  store float 1.0, ptr addrspace(1) %out
  store float 3.0, ptr %variable
  %two = load float, ptr addrspace(1) %a
  ret void
}

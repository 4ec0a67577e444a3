; RUN: pass_opt --passes=sink_stores,verify %s | FileCheck %s

; Stores move after the loads from another object, and keep their order.
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

; A load that may alias a store stays after it.
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

; Stores do not move past a call or a load that others may observe.
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

; A generic pointer may point to any object.
; CHECK-LABEL: define spir_kernel void @generic(
; CHECK: store float 1.000000e+00, ptr addrspace(4) %any
; CHECK-NEXT: %one = load
; CHECK-NEXT: store float 2.000000e+00, ptr addrspace(1) %out
; CHECK-NEXT: store float 3.000000e+00, ptr addrspace(4) %any
; CHECK-NEXT: %two = load
define spir_kernel void @generic(ptr addrspace(1) "lanewise-apart" %out, ptr addrspace(1) "lanewise-apart" %a, i1 %c) {
  %variable = alloca float
  %cast = addrspacecast ptr %variable to ptr addrspace(4)
  %other = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
  %any = select i1 %c, ptr addrspace(4) %cast, ptr addrspace(4) %other
  store float 1.0, ptr addrspace(4) %any
  %one = load float, ptr %variable
  store float 2.0, ptr addrspace(1) %out
  store float 3.0, ptr addrspace(4) %any
  %two = load float, ptr %variable
  ret void
}

; The pointer refers to one of two variables, one of which is loaded later.
; CHECK-LABEL: define spir_kernel void @one_of_two(
; CHECK: store float 1.000000e+00, ptr %which
; CHECK-NEXT: %value = load float, ptr %first
; CHECK-NEXT: load float, ptr addrspace(1)
define spir_kernel void @one_of_two(ptr addrspace(1) %a, i1 %c) {
  %first = alloca float
  %second = alloca float
  %which = select i1 %c, ptr %first, ptr %second
  store float 1.0, ptr %which
  %value = load float, ptr %first
  %other = load float, ptr addrspace(1) %a
  ret void
}

; Private variables of the work-item do not matter.
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

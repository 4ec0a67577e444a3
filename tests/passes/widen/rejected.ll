; A kernel that cannot be widened is reported and stays as it is.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-NOT: .full(
; CHECK-NOT: .tail(
; CHECK: define spir_kernel void @variable_size(ptr addrspace(1) %p, i32 %n) #[[SIZE:.*]] {
; CHECK: alloca i32, i32 %n
define spir_kernel void @variable_size(ptr addrspace(1) %p, i32 %n) #0 {
  %a = alloca i32, i32 %n
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  store i32 %t, ptr %a
  ret void
}

; CHECK: define spir_kernel void @indirect(ptr %f) #[[CALL:.*]] {
; CHECK: call void %f()
define spir_kernel void @indirect(ptr %f) #0 {
  call void %f()
  ret void
}

; CHECK-DAG: attributes #[[SIZE]] = { {{.*}}"lanewise-scalar"="private array of variable size"
; CHECK-DAG: attributes #[[CALL]] = { {{.*}}"lanewise-scalar"="indirect call"
attributes #0 = { "lanewise-lanes"="16" }

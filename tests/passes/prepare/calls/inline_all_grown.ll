; In a kernel that would become too large, functions with one caller are inlined until the caller has grown enough;
; later ones are called. Functions in which work-items meet are inlined nevertheless.
; RUN: expand %s | pass_opt --passes=inline_all,verify - | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call {{.*}}@first(
; CHECK: call spir_func i32 @large(
; CHECK: call spir_func i32 @second(
; CHECK-NOT: call {{.*}}@meets(
; CHECK: call void @ocl.barrier(
; CHECK-LABEL: define internal spir_func i32 @large(
; CHECK-LABEL: define internal spir_func i32 @second(
; CHECK-NOT: define
define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %v0 = call spir_func i32 @first(i32 %x)
; FOR n IN 1..70
  %v{n} = call spir_func i32 @large(i32 %v{n-1})
; END
  %s = call spir_func i32 @second(i32 %v70)
  %m = call spir_func i32 @meets(i32 %s)
  store i32 %m, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @large(i32 %x0) {
; FOR n IN 1..1000
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x1000
}

define spir_func i32 @first(i32 %x0) {
; FOR n IN 1..3000
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x3000
}

define spir_func i32 @second(i32 %x0) {
; FOR n IN 1..3000
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x3000
}

define spir_func i32 @meets(i32 %x0) {
  call void @ocl.barrier(i32 1)
; FOR n IN 1..3000
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x3000
}

declare void @ocl.barrier(i32) #0
attributes #0 = { convergent nounwind }

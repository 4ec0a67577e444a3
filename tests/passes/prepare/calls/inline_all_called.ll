; In a kernel that would become too large, functions that are called from several places are kept. Functions in which
; work-items meet are inlined.
; RUN: expand %s | pass_opt --passes=inline_all,verify - | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call spir_func i32 @large(
; CHECK-NOT: call {{.*}}@meets(
; CHECK-NOT: call {{.*}}@small(
; CHECK-NOT: call {{.*}}@once(
; CHECK: switch i32 %{{.*}}, label
; CHECK-NOT: switch
; CHECK: define internal spir_func i32 @large({{.*}}) #[[CALLED:[0-9]+]]
; CHECK-NOT: define
; CHECK-DAG: attributes #{{.*}} "lanewise-shared_bodies"
; CHECK-DAG: attributes #[[CALLED]] = { noinline "lanewise-called" }
define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %v0 = call spir_func i32 @once(i32 %x)
; FOR n IN 1..70
  %v{n} = call spir_func i32 @large(i32 %v{n-1})
; END
  %m = call spir_func i32 @meets(i32 %v70)
  %n = call spir_func i32 @meets(i32 %m)
  %w = call spir_func i32 @small(i32 %n)
  %z = call spir_func i32 @small(i32 %w)
  store i32 %z, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @large(i32 %x0) {
; FOR n IN 1..1000
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x1000
}

define spir_func i32 @meets(i32 %x0) {
  call void @ocl.barrier(i32 1)
; FOR n IN 1..300
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x300
}

define spir_func i32 @once(i32 %x0) {
; FOR n IN 1..300
  %x{n} = add i32 %x{n-1}, %x0
; END
  ret i32 %x300
}

define spir_func i32 @small(i32 %x) {
  %y = xor i32 %x, 7
  ret i32 %y
}

declare void @ocl.barrier(i32) #0
attributes #0 = { convergent nounwind }

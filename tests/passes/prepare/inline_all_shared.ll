; A kernel that would become too large shares the bodies of functions that are called from several places; small ones and
; those that are called once are copied all the same.
; RUN: expand %s | pass_opt --passes=inline_all,verify - | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call {{.*}}@
; CHECK: switch i32 %{{.*}}, label
; CHECK-NOT: switch
; CHECK-NOT: define
; CHECK: attributes #{{.*}} "lanewise-shared_bodies"
define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %v0 = call spir_func i32 @once(i32 %x)
; FOR n IN 1..70
  %v{n} = call spir_func i32 @large(i32 %v{n-1})
; END
  %w = call spir_func i32 @small(i32 %v70)
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

; Functions that call the next one twice on each of ten levels are kept unless they are small.
; RUN: expand %s | pass_opt --passes=inline_all,verify - | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: call spir_func i32 @f{{[0-9]+}}(
; CHECK-NOT: @f1(
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out, i32 %x) {
  %v = call spir_func i32 @f10(i32 %x)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

; FOR n IN 1..10
define spir_func i32 @f{n}(i32 %x) {
  %a = call spir_func i32 @f{n-1}(i32 %x)
  %b = mul i32 %a, 7
  %c = call spir_func i32 @f{n-1}(i32 %b)
  %d = xor i32 %c, %x
  ret i32 %d
}
; END

define spir_func i32 @f0(i32 %x) {
  %a = mul i32 %x, %x
  %b = add i32 %a, 5
  %c = udiv i32 %b, 3
  ret i32 %c
}

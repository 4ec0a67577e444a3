; Small builtins are inlined into called functions, which stay functions themselves.
; RUN: pass_opt --passes=inline_builtins,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define spir_kernel void @k.full
; CHECK: call float @called(
; CHECK-LABEL: define internal float @called(
; CHECK-NOT: call float @small
; CHECK: fadd float
define spir_kernel void @k.full(ptr %p) {
  %x = load float, ptr %p
  %a = call float @called(float %x)
  store float %a, ptr %p
  ret void
}
define internal float @called(float %x) "lanewise-called" {
  %a = call float @small(float %x)
  ret float %a
}
define float @small(float %x) {
  %y = fadd float %x, 1.0
  ret float %y
}

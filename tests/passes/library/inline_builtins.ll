; Every builtin is complete (complete_builtins.ll). A builtin with one call is inlined, and into the tail too when it is
; small. A large builtin with many calls stays one function, which both chunk functions call.
; RUN: pass_opt --passes=inline_builtins,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define spir_kernel void @k.full
; CHECK-NOT: call float @small
; CHECK: fadd float
; CHECK: call float @large
; CHECK-COUNT-3: call float @middle
; CHECK-LABEL: define spir_kernel void @k.tail
; CHECK-NOT: call float @small
; CHECK: fadd float
; CHECK: call float @large
; CHECK: define internal float @large(float %x) #[[KEPT:[0-9]+]]
; CHECK: attributes #[[KEPT]] = {{.*}}noinline
define spir_kernel void @k.full(ptr %p) {
  %x = load float, ptr %p
  %a = call float @small(float %x)
  %b = call float @large(float %a)
  %c = call float @middle(float %b)
  %d = call float @middle(float %c)
  %e = call float @middle(float %d)
  store float %e, ptr %p
  ret void
}
define spir_kernel void @k.tail(ptr %p) {
  %x = load float, ptr %p
  %a = call float @small(float %x)
  %b = call float @large(float %a)
  store float %b, ptr %p
  ret void
}
define float @small(float %x) {
  %y = fadd float %x, 1.0
  ret float %y
}
; The vectors take 64 registers, so that 20 instructions count more than 1000.
define float @large(float %x) {
  %y0 = insertelement <1024 x float> zeroinitializer, float %x, i32 0
  %y1 = fmul <1024 x float> %y0, %y0
  %y2 = fmul <1024 x float> %y1, %y0
  %y3 = fmul <1024 x float> %y2, %y0
  %y4 = fmul <1024 x float> %y3, %y0
  %y5 = fmul <1024 x float> %y4, %y0
  %y6 = fmul <1024 x float> %y5, %y0
  %y7 = fmul <1024 x float> %y6, %y0
  %y8 = fmul <1024 x float> %y7, %y0
  %y9 = fmul <1024 x float> %y8, %y0
  %y10 = fmul <1024 x float> %y9, %y0
  %y11 = fmul <1024 x float> %y10, %y0
  %y12 = fmul <1024 x float> %y11, %y0
  %y13 = fmul <1024 x float> %y12, %y0
  %y14 = fmul <1024 x float> %y13, %y0
  %y15 = fmul <1024 x float> %y14, %y0
  %y16 = fmul <1024 x float> %y15, %y0
  %y17 = fmul <1024 x float> %y16, %y0
  %y18 = fmul <1024 x float> %y17, %y0
  %y = extractelement <1024 x float> %y18, i32 0
  ret float %y
}
; Three copies have more than 128 instructions.
define float @middle(float %x) {
  %y0 = insertelement <1024 x float> zeroinitializer, float %x, i32 0
  %y1 = fmul <1024 x float> %y0, %y0
  %y = extractelement <1024 x float> %y1, i32 0
  ret float %y
}

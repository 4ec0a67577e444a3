; A builtin called once is inlined, into the tail too when it is small; a large one that is called often
; stays one function, which both chunks call.
; RUN: pass_opt --passes=inline_builtins,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define spir_kernel void @k.full
; CHECK-NOT: call float @small
; CHECK: fadd float
; CHECK: call float @large
; CHECK-LABEL: define spir_kernel void @k.tail
; CHECK-NOT: call float @small
; CHECK: fadd float
; CHECK: call float @large
; CHECK-NOT: @helper
; CHECK: define internal float @large(float %x) #[[KEPT:[0-9]+]]
; CHECK: attributes #[[KEPT]] = {{.*}}noinline
define spir_kernel void @k.full(ptr %p) {
  %x = load float, ptr %p
  %a = call float @small(float %x)
  %b = call float @large(float %a)
  store float %b, ptr %p
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
define float @helper(float %x) {
  %y0 = fmul float %x, %x
  %y1 = fmul float %y0, %x
  %y2 = fmul float %y1, %x
  %y3 = fmul float %y2, %x
  %y4 = fmul float %y3, %x
  %y5 = fmul float %y4, %x
  %y6 = fmul float %y5, %x
  %y7 = fmul float %y6, %x
  %y8 = fmul float %y7, %x
  %y9 = fmul float %y8, %x
  %y10 = fmul float %y9, %x
  %y11 = fmul float %y10, %x
  %y12 = fmul float %y11, %x
  %y13 = fmul float %y12, %x
  %y14 = fmul float %y13, %x
  %y15 = fmul float %y14, %x
  %y16 = fmul float %y15, %x
  %y17 = fmul float %y16, %x
  %y18 = fmul float %y17, %x
  %y19 = fmul float %y18, %x
  %y20 = fmul float %y19, %x
  %y21 = fmul float %y20, %x
  %y22 = fmul float %y21, %x
  %y23 = fmul float %y22, %x
  %y24 = fmul float %y23, %x
  %y25 = fmul float %y24, %x
  %y26 = fmul float %y25, %x
  %y27 = fmul float %y26, %x
  %y28 = fmul float %y27, %x
  %y29 = fmul float %y28, %x
  %y30 = fmul float %y29, %x
  %y31 = fmul float %y30, %x
  %y32 = fmul float %y31, %x
  %y33 = fmul float %y32, %x
  %y34 = fmul float %y33, %x
  %y35 = fmul float %y34, %x
  %y36 = fmul float %y35, %x
  %y37 = fmul float %y36, %x
  %y38 = fmul float %y37, %x
  %y39 = fmul float %y38, %x
  ret float %y39
}
define float @large(float %x) {
  %y0 = call float @helper(float %x)
  %y1 = call float @helper(float %y0)
  %y2 = call float @helper(float %y1)
  %y3 = call float @helper(float %y2)
  %y4 = call float @helper(float %y3)
  %y5 = call float @helper(float %y4)
  %y6 = call float @helper(float %y5)
  %y7 = call float @helper(float %y6)
  %y8 = call float @helper(float %y7)
  %y9 = call float @helper(float %y8)
  %y10 = call float @helper(float %y9)
  %y11 = call float @helper(float %y10)
  %y12 = call float @helper(float %y11)
  %y13 = call float @helper(float %y12)
  %y14 = call float @helper(float %y13)
  %y15 = call float @helper(float %y14)
  %y16 = call float @helper(float %y15)
  %y17 = call float @helper(float %y16)
  %y18 = call float @helper(float %y17)
  %y19 = call float @helper(float %y18)
  %y20 = call float @helper(float %y19)
  %y21 = call float @helper(float %y20)
  %y22 = call float @helper(float %y21)
  %y23 = call float @helper(float %y22)
  %y24 = call float @helper(float %y23)
  %y25 = call float @helper(float %y24)
  %y26 = call float @helper(float %y25)
  %y27 = call float @helper(float %y26)
  %y28 = call float @helper(float %y27)
  %y29 = call float @helper(float %y28)
  %y30 = call float @helper(float %y29)
  %y31 = call float @helper(float %y30)
  %y32 = call float @helper(float %y31)
  %y33 = call float @helper(float %y32)
  %y34 = call float @helper(float %y33)
  %y35 = call float @helper(float %y34)
  %y36 = call float @helper(float %y35)
  %y37 = call float @helper(float %y36)
  %y38 = call float @helper(float %y37)
  %y39 = call float @helper(float %y38)
  ret float %y39
}

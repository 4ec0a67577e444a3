; With 64 lanes one call of the source becomes four calls. All four are inlined, although they are large together. A
; builtin that the source calls twice is not inlined.
; RUN: pass_opt --passes=inline_builtins,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define spir_kernel void @k.full
; CHECK-NOT: call <16 x float> @once
; CHECK-COUNT-8: call <16 x float> @twice
define spir_kernel void @k.full(ptr %p) #0 {
  %x = load <16 x float>, ptr %p
  %a0 = call <16 x float> @once(<16 x float> %x)
  %a1 = call <16 x float> @once(<16 x float> %x)
  %a2 = call <16 x float> @once(<16 x float> %x)
  %a3 = call <16 x float> @once(<16 x float> %x)
  %b0 = call <16 x float> @twice(<16 x float> %a0)
  %b1 = call <16 x float> @twice(<16 x float> %a1)
  %b2 = call <16 x float> @twice(<16 x float> %a2)
  %b3 = call <16 x float> @twice(<16 x float> %a3)
  %b4 = call <16 x float> @twice(<16 x float> %a0)
  %b5 = call <16 x float> @twice(<16 x float> %a1)
  %b6 = call <16 x float> @twice(<16 x float> %a2)
  %b7 = call <16 x float> @twice(<16 x float> %a3)
  store <16 x float> %b0, ptr %p
  store <16 x float> %b1, ptr %p
  store <16 x float> %b2, ptr %p
  store <16 x float> %b3, ptr %p
  store <16 x float> %b4, ptr %p
  store <16 x float> %b5, ptr %p
  store <16 x float> %b6, ptr %p
  store <16 x float> %b7, ptr %p
  ret void
}

define <16 x float> @once(<16 x float> %x) {
  %y0 = fadd <16 x float> %x, %x
  %y1 = fmul <16 x float> %y0, %x
  %y2 = fmul <16 x float> %y1, %x
  %y3 = fmul <16 x float> %y2, %x
  %y4 = fmul <16 x float> %y3, %x
  %y5 = fmul <16 x float> %y4, %x
  %y6 = fmul <16 x float> %y5, %x
  %y7 = fmul <16 x float> %y6, %x
  %y8 = fmul <16 x float> %y7, %x
  %y9 = fmul <16 x float> %y8, %x
  %y10 = fmul <16 x float> %y9, %x
  %y11 = fmul <16 x float> %y10, %x
  %y12 = fmul <16 x float> %y11, %x
  %y13 = fmul <16 x float> %y12, %x
  %y14 = fmul <16 x float> %y13, %x
  %y15 = fmul <16 x float> %y14, %x
  %y16 = fmul <16 x float> %y15, %x
  %y17 = fmul <16 x float> %y16, %x
  %y18 = fmul <16 x float> %y17, %x
  %y19 = fmul <16 x float> %y18, %x
  %y20 = fmul <16 x float> %y19, %x
  %y21 = fmul <16 x float> %y20, %x
  %y22 = fmul <16 x float> %y21, %x
  %y23 = fmul <16 x float> %y22, %x
  %y24 = fmul <16 x float> %y23, %x
  %y25 = fmul <16 x float> %y24, %x
  %y26 = fmul <16 x float> %y25, %x
  %y27 = fmul <16 x float> %y26, %x
  %y28 = fmul <16 x float> %y27, %x
  %y29 = fmul <16 x float> %y28, %x
  %y30 = fmul <16 x float> %y29, %x
  %y31 = fmul <16 x float> %y30, %x
  %y32 = fmul <16 x float> %y31, %x
  %y33 = fmul <16 x float> %y32, %x
  %y34 = fmul <16 x float> %y33, %x
  %y35 = fmul <16 x float> %y34, %x
  %y36 = fmul <16 x float> %y35, %x
  %y37 = fmul <16 x float> %y36, %x
  %y38 = fmul <16 x float> %y37, %x
  %y39 = fmul <16 x float> %y38, %x
  %y40 = fmul <16 x float> %y39, %x
  ret <16 x float> %y40
}

define <16 x float> @twice(<16 x float> %x) {
  %y0 = fsub <16 x float> %x, %x
  %y1 = fmul <16 x float> %y0, %x
  %y2 = fmul <16 x float> %y1, %x
  %y3 = fmul <16 x float> %y2, %x
  %y4 = fmul <16 x float> %y3, %x
  %y5 = fmul <16 x float> %y4, %x
  %y6 = fmul <16 x float> %y5, %x
  %y7 = fmul <16 x float> %y6, %x
  %y8 = fmul <16 x float> %y7, %x
  %y9 = fmul <16 x float> %y8, %x
  %y10 = fmul <16 x float> %y9, %x
  %y11 = fmul <16 x float> %y10, %x
  %y12 = fmul <16 x float> %y11, %x
  %y13 = fmul <16 x float> %y12, %x
  %y14 = fmul <16 x float> %y13, %x
  %y15 = fmul <16 x float> %y14, %x
  %y16 = fmul <16 x float> %y15, %x
  %y17 = fmul <16 x float> %y16, %x
  %y18 = fmul <16 x float> %y17, %x
  %y19 = fmul <16 x float> %y18, %x
  %y20 = fmul <16 x float> %y19, %x
  %y21 = fmul <16 x float> %y20, %x
  %y22 = fmul <16 x float> %y21, %x
  %y23 = fmul <16 x float> %y22, %x
  %y24 = fmul <16 x float> %y23, %x
  %y25 = fmul <16 x float> %y24, %x
  %y26 = fmul <16 x float> %y25, %x
  %y27 = fmul <16 x float> %y26, %x
  %y28 = fmul <16 x float> %y27, %x
  %y29 = fmul <16 x float> %y28, %x
  %y30 = fmul <16 x float> %y29, %x
  %y31 = fmul <16 x float> %y30, %x
  %y32 = fmul <16 x float> %y31, %x
  %y33 = fmul <16 x float> %y32, %x
  %y34 = fmul <16 x float> %y33, %x
  %y35 = fmul <16 x float> %y34, %x
  %y36 = fmul <16 x float> %y35, %x
  %y37 = fmul <16 x float> %y36, %x
  %y38 = fmul <16 x float> %y37, %x
  %y39 = fmul <16 x float> %y38, %x
  %y40 = fmul <16 x float> %y39, %x
  ret <16 x float> %y40
}

attributes #0 = { "lanewise-lanes"="64" }

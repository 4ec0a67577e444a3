; Powers with known exponents become products, reciprocals and roots.
; RUN: pass_opt --passes=expand_pow,verify %s | FileCheck %s

declare float @_Z3powff(float, float)
declare <4 x float> @_Z3powDv4_fS_(<4 x float> noundef, <4 x float> noundef)
declare double @_Z4powndi(double, i32)

; CHECK-LABEL: define float @cube(
; CHECK: %[[SQUARE:.*]] = fmul float %x, %x
; CHECK: %[[CUBE:.*]] = fmul float %x, %[[SQUARE]]
; CHECK: ret float %[[CUBE]]
define float @cube(float %x) {
  %y = call float @_Z3powff(float %x, float 3.0)
  ret float %y
}

; The reciprocal is taken before the product, because the power may overflow.
; CHECK-LABEL: define double @under_square(
; CHECK: %[[PART:.*]] = fdiv double 1.000000e+00, %x
; CHECK: fmul double %[[PART]], %[[PART]]
define double @under_square(double %x) {
  %y = call double @_Z4powndi(double %x, i32 -2)
  ret double %y
}

; CHECK-LABEL: define <4 x float> @root(
; CHECK: %[[ROOT:.*]] = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %x)
; CHECK: %[[EVEN:.*]] = call <4 x float> @llvm.fabs.v4f32(<4 x float> %[[ROOT]])
; CHECK: %[[ENDLESS:.*]] = fcmp oeq <4 x float> %x, splat (float 0xFFF0000000000000)
; CHECK: select <4 x i1> %[[ENDLESS]], <4 x float> splat (float 0x7FF0000000000000), <4 x float> %[[EVEN]]
define <4 x float> @root(<4 x float> %x) {
  %y = call <4 x float> @_Z3powDv4_fS_(<4 x float> %x, <4 x float> splat (float 0.5))
  ret <4 x float> %y
}

; CHECK-LABEL: define <4 x float> @of_two(
; CHECK: call <4 x float> @_Z4exp2Dv4_f(<4 x float> %x)
define <4 x float> @of_two(<4 x float> %x) {
  %y = call <4 x float> @_Z3powDv4_fS_(<4 x float> splat (float 2.0), <4 x float> %x)
  ret <4 x float> %y
}

; CHECK-LABEL: define float @others(
; CHECK: call float @_Z3powff(float %x, float 9.000000e+00)
; CHECK: call float @_Z3powff(float %x, float 0x3FD3333340000000)
; CHECK: call float @_Z3powff(float 3.000000e+00, float %x)
define float @others(float %x) {
  %a = call float @_Z3powff(float %x, float 9.0)
  %b = call float @_Z3powff(float %x, float 0x3FD3333340000000)
  %c = call float @_Z3powff(float 3.0, float %x)
  %d = fadd float %a, %b
  %y = fadd float %d, %c
  ret float %y
}

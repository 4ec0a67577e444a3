; A half that is loaded and converted is broadcast to all elements of a register.
; RUN: pass_opt --passes=half_loads,verify %s | FileCheck %s

; A splat of two registers, and a scalar.
; CHECK-LABEL: define <32 x float> @splat(
; CHECK: %[[H:.*]] = load half, ptr %p
; CHECK: %[[INSERTED:.*]] = insertelement <16 x half> poison, half %[[H]], i64 0
; CHECK-NEXT: %[[ALL:.*]] = shufflevector <16 x half> %[[INSERTED]], <16 x half> poison, <16 x i32> zeroinitializer
; CHECK-NEXT: %[[WIDE:.*]] = fpext <16 x half> %[[ALL]] to <16 x float>
; CHECK-NEXT: %[[ONE:.*]] = extractelement <16 x float> %[[WIDE]], i64 0
; CHECK-NEXT: %[[TWO:.*]] = shufflevector <16 x float> %[[WIDE]], <16 x float> poison, <32 x i32> <i32 0, i32 1,{{.*}} i32 15, i32 0, i32 1
; CHECK-NEXT: store float %[[ONE]]
; CHECK-NEXT: ret <32 x float> %[[TWO]]
define <32 x float> @splat(ptr %p, ptr %q) #0 {
  %h = load half, ptr %p
  %f = fpext half %h to float
  %i = insertelement <32 x float> poison, float %f, i64 0
  %s = shufflevector <32 x float> %i, <32 x float> poison, <32 x i32> zeroinitializer
  store float %f, ptr %q
  ret <32 x float> %s
}

; A vector smaller than a register is made from the scalar. Halves may be loaded as integers.
; CHECK-LABEL: define <8 x float> @half_a_register(
; CHECK: fpext <16 x half>
; CHECK: %[[ONE:.*]] = extractelement <16 x float>
; CHECK: insertelement <8 x float> poison, float %[[ONE]], i64 0
define <8 x float> @half_a_register(ptr %p) #0 {
  %b = load i16, ptr %p
  %h = bitcast i16 %b to half
  %f = fpext half %h to float
  %i = insertelement <8 x float> poison, float %f, i64 0
  %s = shufflevector <8 x float> %i, <8 x float> poison, <8 x i32> zeroinitializer
  ret <8 x float> %s
}

; Registers of AVX2 have eight lanes.
; CHECK-LABEL: define <8 x float> @avx2(
; CHECK: %[[WIDE:.*]] = fpext <8 x half> %{{.*}} to <8 x float>
; CHECK: shufflevector <8 x float> %[[WIDE]], <8 x float> poison, <8 x i32> <i32 0, i32 1, i32 2
define <8 x float> @avx2(ptr %p) #1 {
  %h = load half, ptr %p
  %f = fpext half %h to float
  %i = insertelement <8 x float> poison, float %f, i64 0
  %s = shufflevector <8 x float> %i, <8 x float> poison, <8 x i32> zeroinitializer
  ret <8 x float> %s
}

; A value from elsewhere is already in a register. Without 16-bit broadcasts nothing changes.
; CHECK-LABEL: define float @argument(
; CHECK-NEXT: fpext half %h to float
define float @argument(half %h) #0 {
  %f = fpext half %h to float
  ret float %f
}
; CHECK-LABEL: define float @avx(
; CHECK: fpext half %h to float
define float @avx(ptr %p) #2 {
  %h = load half, ptr %p
  %f = fpext half %h to float
  ret float %f
}

attributes #0 = { "target-features"="+avx2,+f16c,+avx512f,+avx512vl" }
attributes #1 = { "target-features"="+avx2,+f16c" }
attributes #2 = { "target-features"="+avx,+f16c" }

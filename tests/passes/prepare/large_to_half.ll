; Integers of more than 16 bits are clamped before they become halves, at values that convert to infinity as well.
; Without the clamp, LLVM treats a conversion as exact if the significant digits fit.
; RUN: pass_opt --passes=large_to_half,verify %s | FileCheck %s
; RUN: pass_opt --passes=large_to_half,instcombine,verify %s | FileCheck %s --check-prefix=COMBINED
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @unsigned
; CHECK: %[[SMALL:.*]] = call i32 @llvm.umin.i32(i32 %x, i32 131071)
; CHECK-NEXT: uitofp i32 %[[SMALL]] to half
; COMBINED-LABEL: @unsigned
; COMBINED-NOT: to float{{$}}
; COMBINED: half
define float @unsigned(i32 %a) {
  %x = shl i32 %a, 22
  %h = uitofp i32 %x to half
  %f = fpext half %h to float
  ret float %f
}

; CHECK-LABEL: @signed
; CHECK: %[[SMALL:.*]] = call <4 x i64> @llvm.smin.v4i64(<4 x i64> %x, <4 x i64> splat (i64 131071))
; CHECK-NEXT: %[[BOUNDED:.*]] = call <4 x i64> @llvm.smax.v4i64(<4 x i64> %[[SMALL]], <4 x i64> splat (i64 -131071))
; CHECK-NEXT: sitofp <4 x i64> %[[BOUNDED]] to <4 x half>
define <4 x half> @signed(<4 x i64> %x) {
  %h = sitofp <4 x i64> %x to <4 x half>
  ret <4 x half> %h
}

; All of these are finite, or round as they should.
; CHECK-LABEL: @short
; CHECK-NEXT: uitofp i16 %x to half
define half @short(i16 %x) {
  %h = uitofp i16 %x to half
  ret half %h
}

; CHECK-LABEL: @to_float
; CHECK-NEXT: uitofp i32 %x to float
define float @to_float(i32 %x) {
  %f = uitofp i32 %x to float
  ret float %f
}

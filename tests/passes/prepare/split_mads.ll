; Multiply-adds that may be reordered become products and sums, which may be contracted again.
; RUN: pass_opt --passes=split_mads,verify %s | FileCheck %s

declare <4 x float> @llvm.fmuladd.v4f32(<4 x float>, <4 x float>, <4 x float>)

; CHECK-LABEL: define <4 x float> @relaxed(
; CHECK: %[[PRODUCT:.*]] = fmul reassoc contract <4 x float> %a, %b
; CHECK: %[[SUM:.*]] = fadd reassoc contract <4 x float> %[[PRODUCT]], %c
; CHECK: ret <4 x float> %[[SUM]]
define <4 x float> @relaxed(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %mad = call reassoc <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  ret <4 x float> %mad
}

; CHECK-LABEL: define <4 x float> @others(
; CHECK: call <4 x float> @llvm.fmuladd.v4f32
define <4 x float> @others(<4 x float> %a, <4 x float> %b, <4 x float> %c) {
  %mad = call <4 x float> @llvm.fmuladd.v4f32(<4 x float> %a, <4 x float> %b, <4 x float> %c)
  ret <4 x float> %mad
}

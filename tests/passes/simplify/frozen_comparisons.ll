; In a large function InstCombine does not look through frozen comparisons of floats, and dominated uses use the frozen
; value.
; RUN: expand %s | pass_opt --passes=combine_instructions,verify - | FileCheck %s

; CHECK-LABEL: define void @large(
; CHECK: %m = fcmp olt
; CHECK-NEXT: %f = freeze <16 x i1> %m
; CHECK: %n = xor <16 x i1> %f, splat (i1 true)
; Two freezes of one comparison become one.
; CHECK-NOT: freeze <16 x i1> %m
; Freezes of two comparisons of one type stay two.
; CHECK: %o = fcmp ogt
; CHECK-NEXT: freeze <16 x i1>
; A comparison that cannot be poison is not frozen.
; CHECK-NOT: freeze <8 x i1>
; CHECK-NOT: ocl.frozen
define void @large(<16 x float> %a, <16 x float> %b, <8 x float> noundef %d, ptr %q) {
  %m = fcmp olt <16 x float> %a, %b
  %f = freeze <16 x i1> %m
  store volatile <16 x i1> %f, ptr %q
  %n = xor <16 x i1> %m, splat (i1 true)
  store volatile <16 x i1> %n, ptr %q
  %g = freeze <16 x i1> %m
  store volatile <16 x i1> %g, ptr %q
  %o = fcmp ogt <16 x float> %a, splat (float 1.0)
  %h = freeze <16 x i1> %o
  store volatile <16 x i1> %h, ptr %q
  %i = fcmp olt <8 x float> %d, splat (float 7.0)
  %j = freeze <8 x i1> %i
  store volatile <8 x i1> %j, ptr %q
; FOR n IN 1..1000
  store volatile i32 {n}, ptr %q
; END
  ret void
}

; InstCombine does not look through frozen vectors of a large function, and uses behind a freeze take what is frozen.
; RUN: expand %s | pass_opt --passes=combine_instructions,verify - | FileCheck %s

; CHECK-LABEL: define void @large(
; A comparison of floats is frozen itself.
; CHECK: %m = fcmp olt
; CHECK-NEXT: %f = freeze <16 x i1> %m
; CHECK: %n = xor <16 x i1> %f, splat (i1 true)
; For one of integers, what is compared is.
; CHECK: %[[LOADED:.*]] = load <16 x i32>, ptr %p
; CHECK-NEXT: %[[FROZEN:.*]] = freeze <16 x i32> %[[LOADED]]
; CHECK-NEXT: %c = icmp sgt <16 x i32> %[[FROZEN]], splat (i32 -1)
; CHECK: store <16 x i32> %[[FROZEN]], ptr %q
; Two of one type are two.
; CHECK: freeze <16 x i1>
; What cannot be poison is not frozen.
; CHECK-NOT: freeze <8 x i1>
; Bits that are known are known behind the freeze.
; CHECK: lshr <8 x i32>
; CHECK-NOT: and <8 x i32>
; CHECK-NOT: ocl.frozen
define void @large(<16 x float> %a, <16 x float> %b, <8 x i32> noundef %d, <8 x i32> %e, ptr %p, ptr %q) {
  %m = fcmp olt <16 x float> %a, %b
  %f = freeze <16 x i1> %m
  store volatile <16 x i1> %f, ptr %q
  %n = xor <16 x i1> %m, splat (i1 true)
  store volatile <16 x i1> %n, ptr %q
  %x = load <16 x i32>, ptr %p
  %c = icmp sgt <16 x i32> %x, splat (i32 -1)
  %g = freeze <16 x i1> %c
  store volatile <16 x i1> %g, ptr %q
  store <16 x i32> %x, ptr %q
  %o = fcmp ogt <16 x float> %a, splat (float 1.0)
  %h = freeze <16 x i1> %o
  store volatile <16 x i1> %h, ptr %q
  %i = icmp slt <8 x i32> %d, splat (i32 7)
  %j = freeze <8 x i1> %i
  store volatile <8 x i1> %j, ptr %q
  %k = lshr <8 x i32> %e, splat (i32 24)
  %l = freeze <8 x i32> %k
  %r = and <8 x i32> %l, splat (i32 255)
  store volatile <8 x i32> %r, ptr %q
; FOR n IN 1..1000
  store volatile i32 {n}, ptr %q
; END
  ret void
}

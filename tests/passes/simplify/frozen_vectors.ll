; InstCombine does not look through frozen vectors of unknown bits, and uses behind a freeze take what is frozen.
; RUN: pass_opt --passes=combine_instructions,verify %s | FileCheck %s

; CHECK-LABEL: define i1 @used_behind(
; CHECK: %m = icmp
; CHECK-NEXT: %f = freeze <16 x i1> %m
; CHECK: %n = xor <16 x i1> %f, splat (i1 true)
; CHECK-NOT: ocl.frozen
define i1 @used_behind(<16 x i32> %a, <16 x i32> %b, ptr %p) {
  %x = add <16 x i32> %a, %b
  %m = icmp slt <16 x i32> %x, %b
  %f = freeze <16 x i1> %m
  %bits = bitcast <16 x i1> %f to i16
  %n = xor <16 x i1> %m, splat (i1 true)
  store <16 x i1> %n, ptr %p
  %any = icmp ne i16 %bits, 0
  ret i1 %any
}

; What cannot be poison is no longer frozen.
; CHECK-LABEL: define <16 x i1> @never_poison(
; CHECK-NOT: freeze
; CHECK: ret
define <16 x i1> @never_poison(<16 x i32> noundef %a) {
  %m = icmp slt <16 x i32> %a, splat (i32 7)
  %f = freeze <16 x i1> %m
  ret <16 x i1> %f
}

; Bits that are known are known behind the freeze.
; CHECK-LABEL: define <16 x i32> @known_bits(
; CHECK-NOT: and {{.*}} 255
; CHECK: ret
define <16 x i32> @known_bits(<16 x i32> %a) {
  %low = lshr <16 x i32> %a, splat (i32 24)
  %f = freeze <16 x i32> %low
  %same = and <16 x i32> %f, splat (i32 255)
  ret <16 x i32> %same
}

; Masks may be frozen in several types, and of one type twice.
; CHECK-LABEL: define i16 @several_types(
; CHECK-COUNT-2: freeze <8 x i1>
; CHECK: freeze <16 x i1>
define i16 @several_types(<8 x float> %a, <8 x float> %b, <16 x float> %c, ptr %p) {
  %l = fcmp olt <8 x float> %a, %b
  %e = fcmp oeq <8 x float> %a, %b
  %m = fcmp uno <16 x float> %c, %c
  %fl = freeze <8 x i1> %l
  %fe = freeze <8 x i1> %e
  %fm = freeze <16 x i1> %m
  store <8 x i1> %fl, ptr %p
  %q = getelementptr i8, ptr %p, i64 1
  store <8 x i1> %fe, ptr %q
  %bits = bitcast <16 x i1> %fm to i16
  ret i16 %bits
}

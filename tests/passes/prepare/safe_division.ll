; Divisors that would make a division undefined become 1; constants that cannot are left alone.
; RUN: pass_opt --passes=safe_division,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @signed
; CHECK: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECK: %[[ONE:.*]] = icmp eq i32 %b, -1
; CHECK: %[[LOW:.*]] = icmp eq i32 %a, -2147483648
; CHECK: select i1 {{.*}}, i32 1, i32 %b
; CHECK: sdiv i32 %a, %safe_divisor
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @constant
; CHECK-NEXT: udiv i32 %a, 7
define i32 @constant(i32 %a) {
  %q = udiv i32 %a, 7
  ret i32 %q
}

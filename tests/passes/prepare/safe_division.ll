; Divisors of zero become 1. The smallest number is replaced by the next one when it is divided by -1. Constants that
; exclude both cases need no guard.
; RUN: pass_opt --passes=safe_division,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @signed
; CHECK-NEXT: %[[ONE:.*]] = icmp eq i32 %b, -1
; CHECK-NEXT: %[[LOW:.*]] = icmp eq i32 %a, -2147483648
; CHECK-NEXT: %[[BOTH:.*]] = and i1 %[[ONE]], %[[LOW]]
; CHECK-NEXT: %[[DIVIDEND:.*]] = select i1 %[[BOTH]], i32 -2147483647, i32 %a
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq i32 %b, 0
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[ZERO]], i32 1, i32 %b
; CHECK-NEXT: sdiv i32 %[[DIVIDEND]], %[[SAFE]]
define i32 @signed(i32 %a, i32 %b) {
  %q = sdiv i32 %a, %b
  ret i32 %q
}

; CHECK-LABEL: @signed_rest
; CHECK: icmp eq i8 %b, -1
; CHECK: icmp eq i8 %a, -128
; CHECK: srem i8 %safe_dividend, %safe_divisor
define i8 @signed_rest(i8 %a, i8 %b) {
  %r = srem i8 %a, %b
  ret i8 %r
}

; Unsigned division does not overflow.
; CHECK-LABEL: @unsigned
; CHECK-NEXT: %[[ZERO:.*]] = icmp eq i64 %b, 0
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[ZERO]], i64 1, i64 %b
; CHECK-NEXT: %q = udiv i64 %a, %[[SAFE]]
; CHECK: %r = urem i64 %q, %
define i64 @unsigned(i64 %a, i64 %b) {
  %q = udiv i64 %a, %b
  %r = urem i64 %q, %b
  ret i64 %r
}

; These constants can divide every number.
; CHECK-LABEL: @constant
; CHECK-NEXT: %q = udiv i32 %a, 7
; CHECK-NEXT: %r = srem i32 %q, -7
; CHECK-NEXT: ret
define i32 @constant(i32 %a) {
  %q = udiv i32 %a, 7
  %r = srem i32 %q, -7
  ret i32 %r
}

; CHECK-LABEL: @zero
; CHECK: sdiv i32 %{{.*}}, 1
define i32 @zero(i32 %a) {
  %q = sdiv i32 %a, 0
  ret i32 %q
}

; The divisor -1 is guarded for the one dividend that overflows.
; CHECK-LABEL: @minus_one
; CHECK: icmp eq i32 %a, -2147483648
; CHECK: sdiv i32 %safe_dividend, -1
define i32 @minus_one(i32 %a) {
  %q = sdiv i32 %a, -1
  ret i32 %q
}

; Vectors are guarded element by element, constant ones too: one bad element makes the whole division undefined.
; CHECK-LABEL: @vectors
; CHECK-NEXT: icmp eq <2 x i32> %b, splat (i32 -1)
; CHECK: icmp eq <2 x i32> %a, splat (i32 -2147483648)
; CHECK: icmp eq <2 x i32> %b, zeroinitializer
; CHECK: %[[SAFE:.*]] = select <2 x i1> %{{.*}}, <2 x i32> splat (i32 1), <2 x i32> %b
; CHECK-NEXT: %q = sdiv <2 x i32> %{{.*}}, %[[SAFE]]
; CHECK: %r = udiv <2 x i32> %q, <i32 1, i32 3>
define <2 x i32> @vectors(<2 x i32> %a, <2 x i32> %b) {
  %q = sdiv <2 x i32> %a, %b
  %r = udiv <2 x i32> %q, <i32 0, i32 3>
  ret <2 x i32> %r
}

; Float division needs no guard.
; CHECK-LABEL: @floats
; CHECK-NEXT: fdiv float %a, %b
define float @floats(float %a, float %b) {
  %q = fdiv float %a, %b
  ret float %q
}

; Shapes of products and left shifts: stride and alignment grow with the factor.
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)

; CHECK-LABEL: @products(
define void @products(i64 %n) {
  %i = call i64 @ocl.local_id(i32 0)
  %g = call i64 @ocl.global_id(i32 0)
; CHECK: %three = {{.*}}; strided 3 align 16{{$}}
  %three = mul i64 %i, 3
; CHECK: %left = {{.*}}; strided 3 align 16{{$}}
  %left = mul i64 3, %i
; CHECK: %twelve = {{.*}}; strided 12 nsw nuw align 64{{$}}
  %twelve = mul nuw nsw i64 %i, 12
; CHECK: %twelve_of_any = {{.*}}; strided 12 nsw align 4{{$}}
  %twelve_of_any = mul nsw i64 %g, 12
; A descending sequence is no unsigned progression from lane 0.
; CHECK: %back = {{.*}}; strided -2 nsw align 32{{$}}
  %back = mul nuw nsw i64 %i, -2
; CHECK: %back_twice = {{.*}}; strided 4 nsw align 64{{$}}
  %back_twice = mul nuw nsw i64 %back, -2
; CHECK: %nothing = {{.*}}; uniform{{$}}
  %nothing = mul i64 %i, 0
; The factor is known only at run time, and so is the stride.
; CHECK: %any = {{.*}}; varying{{$}}
  %any = mul i64 %i, %n
; CHECK: %square = {{.*}}; varying{{$}}
  %square = mul i64 %i, %i
  ret void
}

; CHECK-LABEL: @shifts(
define void @shifts(i64 %n, i32 %m) {
  %i = call i64 @ocl.local_id(i32 0)
  %b = trunc i64 %i to i8
; CHECK: %eight = {{.*}}; strided 8 nsw nuw align 128{{$}}
  %eight = shl nuw nsw i64 %i, 3
; CHECK: %high = {{.*}}; strided -9223372036854775808 align {{[0-9]+$}}
  %high = shl i64 %i, 63
; CHECK: %half = {{.*}}; strided -128 align {{[0-9]+$}}
  %half = shl i8 %b, 7
; CHECK: %any = {{.*}}; varying{{$}}
  %any = shl i64 %i, %n
; The shift count varies, so that the shifted value is no factor.
; CHECK: %power = {{.*}}; varying{{$}}
  %power = shl i64 1, %i
; CHECK: %poison = {{.*}}; varying{{$}}
  %poison = shl i64 %i, 64
; CHECK: %uniform = {{.*}}; uniform{{$}}
  %uniform = shl i32 %m, 3
  ret void
}

; Lanes are no progression of integers if their distance exceeds half of the type's range. Nothing wraps around in
; active lanes here: 0 and 1 << 31, read as unsigned.
; CHECK-LABEL: @far_apart(
define void @far_apart() {
  %i = call i64 @ocl.local_id(i32 0)
  %w = trunc nuw nsw i64 %i to i32
; CHECK: %top = {{.*}}; strided -2147483648 align {{[0-9]+}}{{$}}
  %top = shl nuw i32 %w, 31
; CHECK: %top_wide = {{.*}}; varying{{$}}
  %top_wide = zext i32 %top to i64
; CHECK: %most = {{.*}}; strided -2 align 32{{$}}
  %most = mul nuw i32 %w, -2
; CHECK: %most_wide = {{.*}}; strided -2 nsw nuw align 32 checked{{$}}
  %most_wide = zext i32 %most to i64
  %two = shl nuw nsw i32 %w, 1
; CHECK: %signed = {{.*}}; strided -2147483648 align {{[0-9]+}}{{$}}
  %signed = mul nsw i32 %two, 1073741824
  ret void
}

; Types wider than 64 bits have no known shape.
; CHECK-LABEL: @wide(
define void @wide() {
  %i = call i64 @ocl.local_id(i32 0)
  %w = zext i64 %i to i128
; CHECK: %scaled = {{.*}}; varying{{$}}
  %scaled = mul i128 %w, 3
  ret void
}

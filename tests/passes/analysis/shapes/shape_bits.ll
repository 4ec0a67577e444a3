; Shapes of bit operations: lanes of an aligned chunk differ in the lowest bits only, 16 lanes in four bits. Masks that
; keep or clear all of these bits leave a progression, and so do shifts that drop all or none.
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)

; CHECK-LABEL: @and(
define void @and(i64 %n) {
  %i = call i64 @ocl.local_id(i32 0)
  %g = call i64 @ocl.global_id(i32 0)
; CHECK: %low = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %low = and i64 %i, 255
; CHECK: %lanes_alone = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %lanes_alone = and i64 %i, 15
; CHECK: %high = {{.*}}; uniform{{$}}
  %high = and i64 %i, -16
; CHECK: %part = {{.*}}; varying{{$}}
  %part = and i64 %i, 7
; CHECK: %mixed = {{.*}}; varying{{$}}
  %mixed = and i64 %i, -8
; If the start is not aligned, a carry may go beyond the low bits.
; CHECK: %of_any = {{.*}}; varying{{$}}
  %of_any = and i64 %g, 255
; CHECK: %of_two = {{.*}}; varying{{$}}
  %of_two = and i64 %i, %n
; Lanes with stride 4 differ in bits 2 to 5. The mask must keep the bits below them, too.
  %four = shl nuw nsw i64 %i, 2
; CHECK: %four_low = {{.*}}; strided 4 nsw nuw align 64{{$}}
  %four_low = and i64 %four, 127
; CHECK: %four_high = {{.*}}; uniform{{$}}
  %four_high = and i64 %four, -64
; CHECK: %four_part = {{.*}}; varying{{$}}
  %four_part = and i64 %four, 60
  ret void
}

; CHECK-LABEL: @or_and_xor(
define void @or_and_xor() {
  %i = call i64 @ocl.local_id(i32 0)
; Setting or flipping bits above the lanes' bits keeps the progression; the sign may have changed.
; CHECK: %set = {{.*}}; strided 1 nuw align 16{{$}}
  %set = or i64 %i, 1024
; CHECK: %changed = {{.*}}; strided 1 nuw align 16{{$}}
  %changed = xor i64 %i, 48
; CHECK: %set_within = {{.*}}; varying{{$}}
  %set_within = or i64 %i, 1
; CHECK: %changed_within = {{.*}}; varying{{$}}
  %changed_within = xor i64 %i, 1
; CHECK: %inverse = {{.*}}; varying{{$}}
  %inverse = xor i64 %i, -1
  ret void
}

; CHECK-LABEL: @right_shifts(
define void @right_shifts() {
  %i = call i64 @ocl.local_id(i32 0)
  %g = call i64 @ocl.global_id(i32 0)
; CHECK: %dropped = {{.*}}; uniform{{$}}
  %dropped = lshr i64 %i, 4
; CHECK: %dropped_signed = {{.*}}; uniform{{$}}
  %dropped_signed = ashr i64 %i, 6
; CHECK: %pairs = {{.*}}; varying{{$}}
  %pairs = lshr i64 %i, 1
; CHECK: %of_any = {{.*}}; varying{{$}}
  %of_any = lshr i64 %g, 4
; CHECK: %poison = {{.*}}; varying{{$}}
  %poison = lshr i64 %i, 64
; If no set bit is shifted out, the shift is a division.
  %four = shl nuw nsw i64 %i, 2
; CHECK: %undone = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %undone = lshr i64 %four, 2
; CHECK: %halved = {{.*}}; strided 2 nsw align 32{{$}}
  %halved = ashr i64 %four, 1
; Even if the shift divides the stride, lane 0's lowest set bit must not be lost.
  %even = shl nuw nsw i64 %i, 1
  %odd = add nuw nsw i64 %even, 1
; CHECK: %cut = {{.*}}; varying{{$}}
  %cut = lshr i64 %odd, 1
; If the value may have wrapped around, the progression is only likely, and tested at run time.
  %wrapping = shl i64 %i, 32
; CHECK: %extended = {{.*}}; strided 1 nsw align 16 checked{{$}}
  %extended = ashr i64 %wrapping, 32
  ret void
}

; Fewer lanes differ in fewer bits.
; RUN: pass_opt --passes='print<shape;lanes=8>' --disable-output %s | FileCheck %s --check-prefix=EIGHT
; EIGHT-LABEL: @eight(
define void @eight() {
  %i = call i64 @ocl.local_id(i32 0)
; EIGHT: %low = {{.*}}; strided 1 nsw nuw align 8{{$}}
  %low = and i64 %i, 7
; EIGHT: %chunk = {{.*}}; uniform{{$}}
  %chunk = lshr i64 %i, 3
  ret void
}

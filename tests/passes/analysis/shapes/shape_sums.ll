; Shapes of sums and differences: ids are progressions, and stride and wrap flags follow from the operands. The
; alignment is the smaller of both.
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)

; CHECK-LABEL: @ids(
define void @ids(i32 %d) {
; CHECK: %global = {{.*}}; strided 1 nsw nuw{{$}}
  %global = call i64 @ocl.global_id(i32 0)
; Chunks start at multiples of the number of lanes within their row.
; CHECK: %local = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %local = call i64 @ocl.local_id(i32 0)
; CHECK: %row = {{.*}}; uniform{{$}}
  %row = call i64 @ocl.local_id(i32 1)
; CHECK: %any = {{.*}}; varying{{$}}
  %any = call i64 @ocl.local_id(i32 %d)
; CHECK: %group = {{.*}}; uniform{{$}}
  %group = call i64 @ocl.group_id(i32 0)
  ret void
}

; CHECK-LABEL: @sums(
define void @sums(i64 %n, i32 %m) {
  %i = call i64 @ocl.local_id(i32 0)
  %g = call i64 @ocl.global_id(i32 0)
; A uniform operand moves the progression. The sum may wrap around.
; CHECK: %moved = {{.*}}; strided 1{{$}}
  %moved = add i64 %i, %n
; CHECK: %moved_nsw = {{.*}}; strided 1 nsw{{$}}
  %moved_nsw = add nsw i64 %i, %n
; CHECK: %moved_both = {{.*}}; strided 1 nsw nuw{{$}}
  %moved_both = add nuw nsw i64 %i, %n
; If one operand may wrap around, so may the sum.
; CHECK: %moved_twice = {{.*}}; strided 1{{$}}
  %moved_twice = add nuw nsw i64 %moved, %n
; CHECK: %aligned = {{.*}}; strided 1 nsw align 8{{$}}
  %aligned = add nsw i64 %i, 8
; CHECK: %doubled = {{.*}}; strided 2 nsw nuw align 16{{$}}
  %doubled = add nuw nsw i64 %i, %i
; CHECK: %both = {{.*}}; strided 2 nsw nuw{{$}}
  %both = add nuw nsw i64 %i, %g
; CHECK: %same = {{.*}}; uniform{{$}}
  %same = sub i64 %i, %g
; In a descending sequence, `nuw` of a difference says nothing about dead lanes.
; CHECK: %down = {{.*}}; strided -1 nsw align 16{{$}}
  %down = sub nuw nsw i64 0, %i
; CHECK: %down_any = {{.*}}; strided -1{{$}}
  %down_any = sub i64 %n, %i
; CHECK: %less = {{.*}}; strided 1 nsw{{$}}
  %less = sub nuw nsw i64 %i, %n
; `or disjoint` is a sum that cannot wrap around.
; CHECK: %joined = {{.*}}; strided 1 nsw nuw{{$}}
  %joined = or disjoint i64 %i, %n
; CHECK: %joined_any = {{.*}}; varying{{$}}
  %joined_any = or i64 %i, %n
; CHECK: %uniform = {{.*}}; uniform{{$}}
  %uniform = add i32 %m, 1
  ret void
}

; A stride has the width of the type.
; CHECK-LABEL: @narrow(
define void @narrow() {
  %i = call i64 @ocl.local_id(i32 0)
  %b = trunc i64 %i to i8
; CHECK: %wide = {{.*}}; strided 127 align 16{{$}}
  %wide = mul i8 %b, 127
; CHECK: %wrapped = {{.*}}; strided -128 align 16{{$}}
  %wrapped = add i8 %wide, %b
; CHECK: %gone = {{.*}}; uniform{{$}}
  %gone = add i8 %wrapped, %wrapped
  ret void
}

; Nothing wraps around in active lanes, but their distance exceeds a signed byte: -100 and 100.
; CHECK-LABEL: @far_apart(
define void @far_apart(i8 %x) {
  %i = call i64 @ocl.local_id(i32 0)
  %b = trunc nuw nsw i64 %i to i8
  %hundred = mul nuw nsw i8 %b, 100
; CHECK: %apart = {{.*}}; strided -56 align 64{{$}}
  %apart = add nuw nsw i8 %hundred, %hundred
; CHECK: %wide = {{.*}}; varying{{$}}
  %wide = sext i8 %apart to i32
; CHECK: %unsigned = {{.*}}; varying{{$}}
  %unsigned = zext i8 %apart to i32
  ret void
}

; An address keeps `nuw` although it descends from lane to lane. A sum that descends loses `nuw`.
; CHECK-LABEL: @down(
define void @down(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @ocl.local_id(i32 0)
  %negative = sub nsw i64 0, %i
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %negative
; CHECK: %number = {{.*}}; strided -4 nsw nuw{{$}}
  %number = ptrtoint ptr addrspace(1) %a to i64
; CHECK: %sum = {{.*}}; strided -4 nsw{{$}}
  %sum = add nuw nsw i64 %number, %n
  ret void
}

; Arithmetic on varying values and on floats is varying.
; CHECK-LABEL: @varying(
define void @varying(ptr addrspace(1) %p, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
; CHECK: %a = {{.*}}; strided 4 nsw nuw{{$}}
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
; CHECK: %v = {{.*}}; varying{{$}}
  %v = load i32, ptr addrspace(1) %a
; CHECK: %sum = {{.*}}; varying{{$}}
  %sum = add i32 %v, 1
; CHECK: %f = {{.*}}; varying{{$}}
  %f = uitofp i64 %i to float
; CHECK: %g = {{.*}}; varying{{$}}
  %g = fadd float %f, %x
; CHECK: %h = {{.*}}; uniform{{$}}
  %h = fmul float %x, %x
; CHECK: %quotient = {{.*}}; varying{{$}}
  %quotient = udiv i64 %i, 3
; CHECK: %rest = {{.*}}; varying{{$}}
  %rest = urem i64 %i, 3
; CHECK: %compared = {{.*}}; varying{{$}}
  %compared = icmp ult i64 %i, 7
  ret void
}

; 32-bit indices made of ids become 64-bit sums without a mask, so that the lanes' accesses stay adjacent. A mask that
; InstCombine has made of an index becomes an extension again.
; RUN: pass_opt --passes=wide_indices,combine_instructions,unmasked_indices,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32)
declare i64 @ocl.global_size(i32)

; CHECK-LABEL: define void @plane(
; CHECK: %[[ROW:.*]] = mul nuw nsw i64 %y, %w
; CHECK: %[[BEGIN:.*]] = getelementptr inbounds nuw float, ptr %p, i64 %[[ROW]]
; CHECK: getelementptr inbounds nuw float, ptr %[[BEGIN]], i64 %x
define void @plane(ptr %p) {
  %x = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %y = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 1)
  %w = call range(i64 0, 2147483648) i64 @ocl.global_size(i32 0)
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %row = mul nsw i32 %y32, %w32
  %sum = add nsw i32 %row, %x32
  %index = sext i32 %sum to i64
  %place = getelementptr inbounds float, ptr %p, i64 %index
  store float 1.0, ptr %place
  ret void
}

; A negative term keeps its sign.
; CHECK-LABEL: define void @row_above(
; CHECK: %[[ABOVE:.*]] = add nsw i64 %y, -1
; CHECK: %[[ROW:.*]] = mul nsw i64 %[[ABOVE]], %w
; CHECK: %[[BEGIN:.*]] = getelementptr float, ptr %p, i64 %[[ROW]]
; CHECK: getelementptr float, ptr %[[BEGIN]], i64 %x
define void @row_above(ptr %p) {
  %x = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %y = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 1)
  %w = call range(i64 0, 2147483648) i64 @ocl.global_size(i32 0)
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %w32 = trunc i64 %w to i32
  %above = sub nsw i32 %y32, 1
  %row = mul nsw i32 %above, %w32
  %sum = add nsw i32 %row, %x32
  %index = sext i32 %sum to i64
  %place = getelementptr inbounds float, ptr %p, i64 %index
  store float 1.0, ptr %place
  ret void
}

; Sums that may wrap around are left alone.
; CHECK-LABEL: define void @wrapping(
; CHECK: sext i32 %sum to i64
define void @wrapping(ptr %p) {
  %x = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %y = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 1)
  %x32 = trunc i64 %x to i32
  %y32 = trunc i64 %y to i32
  %row = mul i32 %y32, 3000
  %sum = add i32 %row, %x32
  %index = sext i32 %sum to i64
  %place = getelementptr inbounds float, ptr %p, i64 %index
  store float 1.0, ptr %place
  ret void
}

; An id beyond 32 bits changes when it is truncated.
; CHECK-LABEL: define void @large(
; CHECK-NOT: mul nsw i64
; CHECK: ret void
define void @large(ptr %p) {
  %x = call i64 @ocl.global_id(i32 0)
  %x32 = trunc i64 %x to i32
  %twice = mul nsw i32 %x32, 24
  %index = sext i32 %twice to i64
  %place = getelementptr inbounds float, ptr %p, i64 %index
  store float 1.0, ptr %place
  ret void
}

; CHECK-LABEL: define void @masked(
; CHECK: %[[NARROW:.*]] = trunc i64 %sum to i32
; CHECK: %[[INDEX:.*]] = zext i32 %[[NARROW]] to i64
; CHECK: getelementptr inbounds {{.*}}ptr %p, i64 %[[INDEX]]
define void @masked(ptr %p, i64 %row) {
  %x = call i64 @ocl.global_id(i32 0)
  %sum = add i64 %row, %x
  %index = and i64 %sum, 4294967295
  %place = getelementptr inbounds float, ptr %p, i64 %index
  store float 1.0, ptr %place
  ret void
}

; A mask of a value that is no index stays.
; CHECK-LABEL: define i64 @value(
; CHECK: and i64 %v, 4294967295
define i64 @value(i64 %v) {
  %low = and i64 %v, 4294967295
  %sum = add i64 %low, 7
  ret i64 %sum
}

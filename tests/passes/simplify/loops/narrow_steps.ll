; Counters take steps of a wider type in their own type.
; RUN: pass_opt --passes=narrow_steps,verify %s | FileCheck %s
; RUN: pass_opt --passes=narrow_steps,combine_instructions,verify %s | FileCheck %s --check-prefix=COMBINED

declare i64 @ocl.global_id(i32)
declare i64 @ocl.global_size(i32)

; CHECK-LABEL: define i32 @strided(
; CHECK: %i = phi i32 [ %first, %entry ], [ %next, %loop ]
; CHECK: %[[STEP:.*]] = trunc i64 %size to i32
; CHECK-NEXT: %next = add i32 %i, %[[STEP]]
; COMBINED-LABEL: define i32 @strided(
; COMBINED: %i = phi i32 [ %{{.*}}, %entry ], [ %next, %loop ]
; COMBINED: %next = add i32 %i, %{{.*}}
define i32 @strided(i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %size = call i64 @ocl.global_size(i32 0)
  %first = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %first, %entry ], [ %next, %loop ]
  %wide = sext i32 %i to i64
  %sum = add i64 %wide, %size
  %next = trunc i64 %sum to i32
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

; The operands may be swapped, values may be zero-extended, and counters may go downwards.
; CHECK-LABEL: define void @others(
; CHECK: %[[LESS:.*]] = trunc i64 %step to i16
; CHECK-NEXT: %down.next = sub i16 %down, %[[LESS]]
; CHECK: %[[FACTOR:.*]] = trunc i64 %step to i32
; CHECK-NEXT: %product.next = mul i32 %[[FACTOR]], %product
define void @others(i64 %step, i1 %again) {
entry:
  br label %loop
loop:
  %down = phi i16 [ 100, %entry ], [ %down.next, %loop ]
  %product = phi i32 [ 1, %entry ], [ %product.next, %loop ]
  %down.wide = zext i16 %down to i64
  %difference = sub i64 %down.wide, %step
  %down.next = trunc i64 %difference to i16
  %product.wide = zext i32 %product to i64
  %more = mul i64 %step, %product.wide
  %product.next = trunc i64 %more to i32
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Excluded: results that depend on higher bits, sums with other uses, sums of wider values, and sums that no counter
; continues with.
; CHECK-LABEL: define i64 @not_narrowed(
; CHECK: udiv i64 %a.wide, %step
; CHECK: add i64 %b.wide, %step
; CHECK: add i64 %wide, %step
; CHECK: add i64 %d.wide, %step
define i64 @not_narrowed(i64 %step, i64 %wide, i1 %again, ptr %p) {
entry:
  br label %loop
loop:
  %a = phi i32 [ 1, %entry ], [ %a.next, %loop ]
  %b = phi i32 [ 1, %entry ], [ %b.next, %loop ]
  %c = phi i32 [ 1, %entry ], [ %c.next, %loop ]
  %a.wide = zext i32 %a to i64
  %quotient = udiv i64 %a.wide, %step
  %a.next = trunc i64 %quotient to i32
  %b.wide = zext i32 %b to i64
  %b.sum = add i64 %b.wide, %step
  %b.next = trunc i64 %b.sum to i32
  %c.sum = add i64 %wide, %step
  %c.next = trunc i64 %c.sum to i32
  %d.wide = zext i32 %c to i64
  %d.sum = add i64 %d.wide, %step
  %d.low = trunc i64 %d.sum to i32
  store i32 %d.low, ptr %p
  br i1 %again, label %loop, label %end
end:
  ret i64 %b.sum
}

; A counter of 64 bits of which only the low half is used has 32 bits.
; CHECK-LABEL: define i32 @wide_counter(
; CHECK: %i = phi i32 [ %{{.*}}, %entry ], [ %next, %loop ]
; CHECK-NOT: phi i64
; CHECK: sext i32 %i to i64
; CHECK: %next = add i32
define i32 @wide_counter(ptr addrspace(1) %a, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %size = call i64 @ocl.global_size(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %id, %entry ], [ %sum, %loop ]
  %shifted = shl i64 %i, 32
  %index = ashr exact i64 %shifted, 32
  %p = getelementptr i32, ptr addrspace(1) %a, i64 %index
  store i32 1, ptr addrspace(1) %p
  %sum = add nsw i64 %size, %index
  %next = trunc i64 %sum to i32
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret i32 %next
}

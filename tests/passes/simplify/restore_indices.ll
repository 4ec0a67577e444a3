; Pointers and byte offsets that a loop increments become indices of one counter.
; RUN: pass_opt --passes=restore_indices,verify %s | FileCheck %s

; CHECK-LABEL: define float @pointer(
; CHECK: loop:
; CHECK: %[[I:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK-NOT: shl
; CHECK: %[[P:.*]] = getelementptr float, ptr addrspace(1) %a, i64 %[[I]]
; CHECK: load float, ptr addrspace(1) %[[P]]
; CHECK: %[[NEXT]] = add nuw nsw i64 %[[I]], 1
; CHECK: icmp eq i64 %[[NEXT]], %n
; CHECK-NOT: phi ptr
define float @pointer(ptr addrspace(1) %a, i64 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %left = phi i64 [ %n, %entry ], [ %left.next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %sum.next, %loop ]
  %x = load float, ptr addrspace(1) %p
  %sum.next = fadd float %sum, %x
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 4
  %left.next = add i64 %left, -1
  %end = icmp eq i64 %left.next, 0
  br i1 %end, label %exit, label %loop
exit:
  ret float %sum.next
}

; A byte offset is scaled, and its end becomes the trip count.
; CHECK-LABEL: define void @offset(
; CHECK: %[[I:.*]] = phi i64 [ 0, %entry ], [ %[[NEXT:.*]], %loop ]
; CHECK: getelementptr i32, ptr addrspace(1) %a, i64 %[[I]]
; CHECK: icmp eq i64 %{{.*}}, 16
define void @offset(ptr addrspace(1) %a) {
entry:
  br label %loop
loop:
  %bytes = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %bytes
  store i32 7, ptr addrspace(1) %p
  %next = add nuw nsw i64 %bytes, 4
  %end = icmp eq i64 %next, 64
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; If a pointer is replaced, counters of other widths are computed from the 64-bit counter, also counters that go down.
; CHECK-LABEL: define i16 @others(
; CHECK: %[[I:.*]] = phi i64
; CHECK-DAG: trunc i64 %[[I]] to i16
; CHECK-DAG: trunc i64 %[[I]] to i32
; CHECK-NOT: phi i16 [ 100
; CHECK-NOT: phi i32
; CHECK: ret i16
define i16 @others(ptr addrspace(1) %a, i32 %first, i32 %step, i1 %again) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %up = phi i32 [ %first, %entry ], [ %up.next, %loop ]
  %down = phi i16 [ 100, %entry ], [ %down.next, %loop ]
  store i32 %up, ptr addrspace(1) %p
  %p.next = getelementptr i32, ptr addrspace(1) %p, i64 3
  %up.next = add i32 %up, %step
  %down.next = sub i16 %down, 5
  %more = icmp ugt i16 %down.next, 40
  br i1 %more, label %loop, label %exit
exit:
  ret i16 %down.next
}

; Loops without pointers or byte offsets that they increment stay unchanged.
; CHECK-LABEL: define void @indices(
; CHECK: %i = phi i32 [ 0, %entry ], [ %next, %loop ]
; CHECK: %j = phi i32 [ 5, %entry ], [ %j.next, %loop ]
define void @indices(ptr addrspace(1) %a) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %j = phi i32 [ 5, %entry ], [ %j.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %j
  store i32 %i, ptr addrspace(1) %p
  %next = add nsw i32 %i, 1
  %j.next = add i32 %j, 3
  %end = icmp eq i32 %next, 64
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

; Byte offsets that are sums or shifted extensions are divided by the size of the elements. Other offsets stay.
; CHECK-LABEL: define void @addresses(
; CHECK: %[[NARROW:.*]] = trunc i64 %x to i32
; CHECK: %[[WIDE:.*]] = sext i32 %[[NARROW]] to i64
; CHECK: %[[SUM:.*]] = add i64 %[[WIDE]], %y
; CHECK: getelementptr float, ptr addrspace(1) %a, i64 %[[SUM]]
; CHECK: getelementptr i8, ptr addrspace(1) %a, i64 %odd
define void @addresses(ptr addrspace(1) %a, i64 %x, i64 %y) {
  %high = shl i64 %x, 32
  %low = ashr i64 %high, 30
  %scaled = shl i64 %y, 2
  %offset = add i64 %low, %scaled
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %offset
  store float 1.0, ptr addrspace(1) %p
  %odd = shl i64 %y, 1
  %q = getelementptr i8, ptr addrspace(1) %a, i64 %odd
  store float 1.0, ptr addrspace(1) %q, align 2
  ret void
}

; A loop that continues while the offset is 0 runs twice.
; CHECK-LABEL: define void @while_equal(
; CHECK: %[[I:.*]] = phi i64
; CHECK: %[[END:.*]] = icmp eq i64 %[[I]], 1
; CHECK: br i1 %[[END]], label %exit, label %loop
define void @while_equal(ptr addrspace(1) %a) {
entry:
  br label %loop
loop:
  %bytes = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  store i64 7, ptr addrspace(1) %p
  %next = add nuw nsw i32 %bytes, 8
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 8
  %again = icmp eq i32 %bytes, 0
  br i1 %again, label %loop, label %exit
exit:
  ret void
}

; An address keeps `inbounds` only if the divided offset cannot wrap around.
; CHECK-LABEL: define void @flags(
; CHECK: getelementptr inbounds float, ptr addrspace(1) %a, i64 %x
; CHECK: getelementptr float, ptr addrspace(1) %a, i64 %y
define void @flags(ptr addrspace(1) %a, i64 %x, i64 %y) {
  %exact = shl nsw i64 %x, 2
  %p = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %exact
  store float 1.0, ptr addrspace(1) %p
  %wrapping = shl i64 %y, 2
  %q = getelementptr inbounds i8, ptr addrspace(1) %a, i64 %wrapping
  store float 1.0, ptr addrspace(1) %q
  ret void
}

; The counter goes down to the least number, so its distance from 0 would wrap around, although no step does. The
; replacement has no `nsw`.
; CHECK-LABEL: define void @down(
; CHECK-NOT: mul nsw i8
; CHECK-NOT: sub nsw i8
; CHECK: ret void
define void @down(ptr addrspace(1) %a) {
entry:
  br label %loop
loop:
  %c = phi i8 [ 0, %entry ], [ %next, %loop ]
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  store i8 %c, ptr addrspace(1) %p
  %next = add nsw i8 %c, -1
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 1
  %done = icmp eq i8 %c, -128
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

; A counter of more than 64 bits may count more trips than the counter of 64 bits can, so it keeps its exit test.
; CHECK-LABEL: define void @wide(
; CHECK: phi i64
; CHECK: icmp eq i128 %n, 
define void @wide(ptr addrspace(1) %a, i128 %n) {
entry:
  br label %loop
loop:
  %p = phi ptr addrspace(1) [ %a, %entry ], [ %p.next, %loop ]
  %left = phi i128 [ %n, %entry ], [ %left.next, %loop ]
  store i8 1, ptr addrspace(1) %p
  %p.next = getelementptr i8, ptr addrspace(1) %p, i64 1
  %left.next = add i128 %left, -1
  %end = icmp eq i128 %left.next, 0
  br i1 %end, label %exit, label %loop
exit:
  ret void
}

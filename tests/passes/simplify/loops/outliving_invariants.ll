; Loop-invariant values that are used after the loop are hoisted before it.
; RUN: pass_opt --passes=outliving_invariants,verify %s | FileCheck %s

; CHECK-LABEL: define i32 @shared_bound(
; CHECK: entry:
; CHECK-NEXT: %more = add nsw i32 %n, 3
; CHECK-NEXT: %quarter = sdiv i32 %more, 4
; CHECK-NEXT: br label %head
; CHECK: %inside = mul i32 %n, 5
define i32 @shared_bound(ptr %p, i32 %n) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = add nsw i32 %n, 3
  %quarter = sdiv i32 %more, 4
  %c = icmp slt i32 %i, %quarter
  br i1 %c, label %body, label %left
body:
  %inside = mul i32 %n, 5
  %a = getelementptr i32, ptr %p, i32 %i
  store i32 %inside, ptr %a
  %next = add i32 %i, 1
  br label %head
left:
  ret i32 %quarter
}

; Three values stay: a division that may trap, a load from memory that the loop writes, and the counter, which is not
; invariant.
; CHECK-LABEL: define i32 @not_safe(
; CHECK: entry:
; CHECK-NEXT: br label %head
; CHECK: head:
; CHECK-NEXT: %i = phi
; CHECK-NEXT: %part = sdiv i32 %n, %d
; CHECK-NEXT: %v = load i32, ptr %p
define i32 @not_safe(ptr %p, i32 %n, i32 %d) {
entry:
  br label %head
head:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %part = sdiv i32 %n, %d
  %v = load i32, ptr %p
  %c = icmp slt i32 %i, %part
  br i1 %c, label %body, label %left
body:
  store i32 %i, ptr %p
  %next = add i32 %i, 1
  br label %head
left:
  %x = add i32 %part, %v
  %y = add i32 %x, %i
  ret i32 %y
}

; A value is hoisted out of all loops in which it is invariant.
; CHECK-LABEL: define i32 @nested(
; CHECK: entry:
; CHECK-NEXT: %half = lshr i32 %n, 1
; CHECK-NEXT: br label %outer
define i32 @nested(i32 %n) {
entry:
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %after ]
  br label %inner
inner:
  %j = phi i32 [ 0, %outer ], [ %j.next, %inner ]
  %half = lshr i32 %n, 1
  %j.next = add i32 %j, 1
  %c = icmp slt i32 %j.next, %half
  br i1 %c, label %inner, label %after
after:
  %i.next = add i32 %i, 1
  %d = icmp slt i32 %i.next, %n
  br i1 %d, label %outer, label %left
left:
  ret i32 %half
}

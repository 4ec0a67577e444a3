; Loops whose results can be computed directly are gone.
; RUN: pass_opt --passes=known_results,verify %s | FileCheck %s

; CHECK-LABEL: define i32 @quotient(
; CHECK: udiv i32
; CHECK-NOT: br label %head
; CHECK: ret i32
define i32 @quotient(i32 %a) {
entry:
  br label %head
head:
  %left = phi i32 [ %a, %entry ], [ %less, %body ]
  %n = phi i32 [ 0, %entry ], [ %more, %body ]
  %goes.on = icmp sgt i32 %left, 100
  br i1 %goes.on, label %body, label %exit
body:
  %less = add nsw i32 %left, -100
  %more = add i32 %n, 1
  br label %head
exit:
  %result = phi i32 [ %n, %head ]
  ret i32 %result
}

; Loops that store, or compute from loaded values, stay.
; CHECK-LABEL: define i32 @stores(
; CHECK: store i32
; CHECK: br label %head
define i32 @stores(ptr addrspace(1) %p, i32 %a) {
entry:
  br label %head
head:
  %left = phi i32 [ %a, %entry ], [ %less, %body ]
  %goes.on = icmp sgt i32 %left, 100
  br i1 %goes.on, label %body, label %exit
body:
  store i32 %left, ptr addrspace(1) %p
  %less = add nsw i32 %left, -100
  br label %head
exit:
  %result = phi i32 [ %left, %head ]
  ret i32 %result
}

; Loops without a known result stay, too.
; CHECK-LABEL: define i32 @collatz(
; CHECK: br label %head
define i32 @collatz(i32 %a) {
entry:
  br label %head
head:
  %left = phi i32 [ %a, %entry ], [ %next, %body ]
  %goes.on = icmp ugt i32 %left, 1
  br i1 %goes.on, label %body, label %exit
body:
  %half = lshr i32 %left, 1
  %odd = and i32 %left, 1
  %next = add i32 %half, %odd
  br label %head
exit:
  %result = phi i32 [ %left, %head ]
  ret i32 %result
}

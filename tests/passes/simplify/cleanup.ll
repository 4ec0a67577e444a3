; The last pass list: an invariant load leaves the loop, and a repeated load is made once.
; RUN: pass_opt --passes=cleanup,verify %s | FileCheck %s

; CHECK-LABEL: define void @k(
; CHECK: entry:
; CHECK-NEXT: %same = load i32, ptr %q
; CHECK-NEXT: %sum = shl i32 %same, 1
; CHECK: loop:
; CHECK-NOT: load
; CHECK: store i32 %sum
define void @k(ptr noalias %p, ptr noalias %q, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %same = load i32, ptr %q
  %twice = load i32, ptr %q
  %sum = add i32 %same, %twice
  %a = getelementptr i32, ptr %p, i64 %i
  store i32 %sum, ptr %a
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Short loops between constants are unrolled. A loop that starts with an argument stays.
; CHECK-LABEL: define void @counted(
; CHECK: store float 1.0
; CHECK: store float 1.0
; CHECK: store float 1.0
; CHECK-NOT: store
; CHECK: ret void
define void @counted(ptr %p) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr %p, i32 %i
  store float 1.0, ptr %a
  %next = add i32 %i, 1
  %more = icmp slt i32 %next, 3
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @down_from(
; CHECK: store float 1.0
; CHECK-NOT: store
; CHECK: ret void
define void @down_from(ptr %p, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ %n, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr %p, i32 %i
  store float 1.0, ptr %a
  %next = add i32 %i, -1
  %done = icmp eq i32 %next, 0
  br i1 %done, label %end, label %loop
end:
  ret void
}

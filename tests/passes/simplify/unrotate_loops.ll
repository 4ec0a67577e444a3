; The exit test of a rotated loop moves to the beginning, if it is known to be true before the first iteration.
; RUN: pass_opt --passes=unrotate_loops,verify %s | FileCheck %s

; The test before the loop is removed, too.
; CHECK-LABEL: define float @sum(
; CHECK: entry:
; CHECK-NEXT: br label %[[TEST:.*]]
; CHECK: [[TEST]]:
; CHECK: %i = phi i32 [ %first, %entry ], [ %next, %loop ]
; CHECK: %sum = phi float [ 0.000000e+00, %entry ], [ %sum.next, %loop ]
; CHECK: %[[MORE:.*]] = icmp slt i32 %i, %n
; CHECK: br i1 %[[MORE]], label %loop, label %{{.*}}, !lanewise.loop_head
; CHECK: loop:
; CHECK: br label %[[TEST]], !lanewise.loop_latch
; CHECK: ret float %sum
define float @sum(ptr addrspace(1) %a, i32 %first, i32 %n, i32 %step) {
entry:
  %any = icmp slt i32 %first, %n
  br i1 %any, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ %first, %before ], [ %next, %loop ]
  %sum = phi float [ 0.0, %before ], [ %sum.next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i32 %i
  %x = load float, ptr addrspace(1) %p
  %sum.next = fadd float %sum, %x
  %next = add i32 %i, %step
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit, !lanewise.loop_head !0, !lanewise.loop_latch !0
exit:
  %left = phi float [ %sum.next, %loop ]
  br label %end
end:
  %result = phi float [ 0.0, %entry ], [ %left, %exit ]
  ret float %result
}

; A test before the loop stays if other values depend on it.
; CHECK-LABEL: define float @last(
; CHECK: %any = icmp sgt i32 %n, 0
; CHECK: br i1 %any
; CHECK: %[[LAST:.*]] = phi float [ %x, %loop ], [ 0.000000e+00, %{{.*}} ]
; CHECK: %i = phi i32
; CHECK: %[[LEFT:.*]] = phi float [ %[[LAST]], %{{.*}} ]
; CHECK: phi float [ -1.000000e+00, %entry ], [ %[[LEFT]], %{{.*}} ]
define float @last(ptr addrspace(1) %a, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i32 %i
  %x = load float, ptr addrspace(1) %p
  store float 1.0, ptr addrspace(1) %p
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %left = phi float [ %x, %loop ]
  br label %end
end:
  %result = phi float [ -1.0, %entry ], [ %left, %exit ]
  ret float %result
}

; A loop whose first iteration runs in any case stays as it is.
; CHECK-LABEL: define void @do_while(
; CHECK: loop:
; CHECK: br i1 %more, label %loop, label %exit
define void @do_while(ptr addrspace(1) %a, i32 %n) {
entry:
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  store i32 %i, ptr addrspace(1) %p
  %next = add nsw i32 %i, 1
  %more = icmp slt i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

!0 = !{}

; A header phi that is used after the loop has its value in the last iteration there, not the value that a further
; iteration would get.
; CHECK-LABEL: define i32 @previous(
; CHECK: %[[OLD:.*]] = phi i32 [ %now, %loop ], [ 0, %{{.*}} ]
; CHECK: %now = phi i32
; CHECK: %[[LEFT:.*]] = phi i32 [ %[[OLD]], %{{.*}} ]
; CHECK: phi i32 [ -1, %entry ], [ %[[LEFT]], %{{.*}} ]
define i32 @previous(ptr addrspace(1) %a, i32 %n) {
entry:
  %any = icmp sgt i32 %n, 0
  br i1 %any, label %before, label %end
before:
  br label %loop
loop:
  %i = phi i32 [ 0, %before ], [ %next, %loop ]
  %now = phi i32 [ 7, %before ], [ %later, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %a, i32 %i
  %x = load i32, ptr addrspace(1) %p
  %later = mul i32 %now, %x
  %next = add nuw nsw i32 %i, 1
  %done = icmp eq i32 %next, %n
  br i1 %done, label %exit, label %loop
exit:
  %left = phi i32 [ %now, %loop ]
  br label %end
end:
  %result = phi i32 [ -1, %entry ], [ %left, %exit ]
  ret i32 %result
}

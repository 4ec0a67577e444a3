; Shapes of phis, selects and freezes: the common shape of two progressions.
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare i1 @ocl.any(i1)

; CHECK-LABEL: @selects(
define void @selects(i1 %same, i64 %n, i64 %m) {
  %i = call i64 @ocl.local_id(i32 0)
  %differs = icmp ult i64 %i, %n
  %next = add nsw i64 %i, 8
  %two = shl i64 %i, 1
; CHECK: %both = {{.*}}; strided 1 nsw align 8{{$}}
  %both = select i1 %same, i64 %i, i64 %next
; CHECK: %strides = {{.*}}; varying{{$}}
  %strides = select i1 %same, i64 %i, i64 %two
; CHECK: %kinds = {{.*}}; varying{{$}}
  %kinds = select i1 %same, i64 %i, i64 %n
; CHECK: %uniform = {{.*}}; uniform{{$}}
  %uniform = select i1 %same, i64 %n, i64 %m
; A select lane by lane keeps neither the progression nor uniformity.
; CHECK: %by_lane = {{.*}}; varying{{$}}
  %by_lane = select i1 %differs, i64 %i, i64 %next
; CHECK: %uniform_by_lane = {{.*}}; varying{{$}}
  %uniform_by_lane = select i1 %differs, i64 %n, i64 %m
; CHECK: %no_choice = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %no_choice = select i1 %differs, i64 %i, i64 %i
  %any = trunc i64 %i to i32
  %likely = sext i32 %any to i64
; One check cannot cover both operands.
; CHECK: %checked = {{.*}}; varying{{$}}
  %checked = select i1 %same, i64 %likely, i64 %i
; CHECK: %checked_second = {{.*}}; varying{{$}}
  %checked_second = select i1 %same, i64 %i, i64 %likely
  ret void
}

; CHECK-LABEL: @freezes(
define void @freezes(i64 %n, ptr addrspace(1) %p) {
  %i = call i64 @ocl.local_id(i32 0)
; Poison may become anything: the progression stays, but not that it does not wrap around.
; CHECK: %frozen = {{.*}}; strided 1 align 16{{$}}
  %frozen = freeze i64 %i
; CHECK: %uniform = {{.*}}; uniform{{$}}
  %uniform = freeze i64 %n
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
; CHECK: %varying = {{.*}}; varying{{$}}
  %varying = freeze i64 %v
  ret void
}

; Loops: an induction variable keeps the stride; the alignment is that of the steps.
; CHECK-LABEL: @counters(
define void @counters(i64 %n, ptr addrspace(1) %p) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  %start = getelementptr i64, ptr addrspace(1) %p, i64 %i
  br label %loop
loop:
; CHECK: %count = {{.*}}; uniform{{$}}
  %count = phi i64 [ 0, %entry ], [ %count.next, %loop ]
; CHECK: %walk = {{.*}}; strided 1 nsw align 4{{$}}
  %walk = phi i64 [ %i, %entry ], [ %walk.next, %loop ]
; CHECK: %scaled = {{.*}}; varying{{$}}
  %scaled = phi i64 [ %i, %entry ], [ %scaled.next, %loop ]
; CHECK: %swapped = {{.*}}; varying{{$}}
  %swapped = phi i64 [ %i, %entry ], [ %n, %loop ]
; CHECK: %pointer = {{.*}}; strided 8 nsw nuw{{$}}
  %pointer = phi ptr addrspace(1) [ %start, %entry ], [ %pointer.next, %loop ]
; CHECK: %found = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %found = phi i64 [ poison, %entry ], [ %i, %loop ]
; CHECK: %sum = {{.*}}; varying{{$}}
  %sum = phi i64 [ 0, %entry ], [ %sum.next, %loop ]
  %count.next = add i64 %count, 1
  %walk.next = add nsw i64 %walk, 4
  %scaled.next = shl i64 %scaled, 1
  %pointer.next = getelementptr i64, ptr addrspace(1) %pointer, i64 %n
  %v = load i64, ptr addrspace(1) %pointer
  %sum.next = add i64 %sum, %v
  %more = icmp ult i64 %count.next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A check does not survive a join, because it is unknown whose lane 0 to test.
; CHECK-LABEL: @checked(
define void @checked(i1 %c) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  %any = trunc i64 %i to i32
  %likely = sext i32 %any to i64
  br i1 %c, label %then, label %join
then:
  br label %join
join:
; CHECK: %joined = {{.*}}; varying{{$}}
  %joined = phi i64 [ %likely, %entry ], [ %likely, %then ]
; Not even a phi with one real operand keeps the check.
; CHECK: %alone = {{.*}}; varying{{$}}
  %alone = phi i64 [ %likely, %entry ], [ poison, %then ]
; CHECK: %undefined = {{.*}}; uniform{{$}}
  %undefined = phi i64 [ poison, %entry ], [ poison, %then ]
  ret void
}

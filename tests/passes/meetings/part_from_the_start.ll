; Work-items run alone from the start: there are no copies of blocks, and work-items vote only on whether any of them is
; left. Values that live where a work-item resumes stay in memory (%v), other values are SSA again (%w).
; RUN: pass_opt --passes=normalize_flow,part_from_the_start,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %v.reg2mem = alloca i32
; CHECK-NOT: %w.reg2mem
; CHECK: br label %dispatch
; CHECK: first:
; CHECK: store i32 %v, ptr %v.reg2mem
; CHECK: wait:
; CHECK-NEXT: br label %meet
; CHECK: after_barrier:
; CHECK: %w = add i32
; CHECK: dispatch:
; CHECK-NEXT: %[[NEXT:.*]] = phi i32 [ 1, %entry ], [ %[[THEN:.*]], %meet ]
; CHECK-NEXT: switch i32 %[[NEXT]], label %meet [
; CHECK-NEXT: i32 1, label %first
; CHECK-NEXT: i32 2, label %after_barrier
; CHECK: meet:
; CHECK-NEXT: %[[THEN]] = phi i32
; CHECK-NEXT: call void @ocl.barrier(i32 3)
; CHECK: call i32 @ocl.group_vote(
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %c = icmp ult i64 %id, %n
  br i1 %c, label %wait, label %end
wait:
  call void @ocl.barrier(i32 1)
  %w = add i32 %v, 1
  %odd = trunc i32 %w to i1
  br i1 %odd, label %then, label %end
then:
  store i32 %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

declare i64 @ocl.local_id(i32) memory(none) nounwind willreturn
declare void @ocl.barrier(i32) convergent nounwind

; With sub-groups, a loop that work-items enter after a barrier in its middle keeps its header, wherever its blocks lie.
; CHECK-LABEL: define spir_kernel void @rounds_of_sub_groups(
; CHECK: {{^}}[[HEADER:entry[0-9]+]]:
; CHECK: %[[IS_TOP:.*]] = icmp eq i32 %{{.*}}, 0
; CHECK-NEXT: br i1 %[[IS_TOP]], label %loop, label %after
; CHECK: {{^}}loop: {{.*}} preds = %[[HEADER]]{{$}}
; CHECK: br i1 %{{.*}}, label %to_loop{{.*}}, label %
define spir_kernel void @rounds_of_sub_groups(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %id
  br label %loop
after:
  store i64 %n, ptr addrspace(1) %a
  br label %latch
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %next = add i64 %i, 1
  %skips = icmp eq i64 %id, %i
  %bits = call i64 @ocl.sub_group_ballot(i1 %skips)
  store i64 %bits, ptr addrspace(1) %a
  br i1 %skips, label %latch, label %middle
middle:
  %meets = icmp eq i64 %n, %i
  br i1 %meets, label %wait, label %after
wait:
  call void @ocl.barrier(i32 1)
  br label %after
latch:
  %more = icmp ult i64 %next, 5
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i64 @ocl.sub_group_ballot(i1) convergent nounwind
attributes #0 = { "lanewise-uses_sub_groups" }

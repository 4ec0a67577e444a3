; Diverged work-items continue in copies of the blocks, and meet at one barrier.
; RUN: pass_opt --passes=normalize_flow,group_votes,part_items,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @guard(
; CHECK: call i32 @ocl.group_vote(i1 %c)
; CHECK: entry.parted:
; CHECK-NEXT: %[[FIRST:.*]] = select i1 %c, i32 1, i32 2
; CHECK-NEXT: br label %alone
; CHECK: wait.own:
; CHECK-NEXT: br label %meet
; CHECK: after_barrier.own:
; CHECK: store i32 1
; CHECK-NEXT: br label %end.own
; CHECK: end.own:
; CHECK-NEXT: br label %meet
; CHECK: alone:
; CHECK-NEXT: call void @ocl.parted()
; CHECK-NEXT: br label %dispatch
; CHECK: dispatch:
; CHECK-NEXT: %[[NEXT:.*]] = phi i32 [ %[[FIRST]], %alone ], [ %[[THEN:.*]], %meet ]
; CHECK-NEXT: switch i32 %[[NEXT]], label %meet [
; CHECK-NEXT: i32 1, label %wait.own
; CHECK-NEXT: i32 2, label %end.own
; CHECK-NEXT: i32 3, label %after_barrier.own
; CHECK: meet:
; CHECK-NEXT: %[[THEN]] = phi i32 [ %[[NEXT]], %dispatch ], [ 3, %wait.own ], [ 0, %end.own ]
; CHECK-NEXT: call void @ocl.barrier(i32 3)
; CHECK-NEXT: %[[ON:.*]] = icmp ne i32 %[[THEN]], 0
; CHECK-NEXT: %[[V:.*]] = call i32 @ocl.group_vote(i1 %[[ON]])
; CHECK-NEXT: %[[NONE:.*]] = icmp eq i32 %[[V]], 1
; CHECK-NEXT: br i1 %[[NONE]], label %{{.*}}, label %dispatch
define spir_kernel void @guard(ptr addrspace(3) %p, i64 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %wait, label %end
wait:
  call void @ocl.barrier(i32 1)
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %id
  store i32 1, ptr addrspace(3) %a
  br label %end
end:
  ret void
}

; In the copy of a loop each work-item votes for itself. It keeps its count so far.
; CHECK-LABEL: define spir_kernel void @ragged_loop(
; CHECK: call i32 @ocl.group_vote(i1 %never)
; CHECK: loop.own:
; CHECK-NOT: call void @ocl.barrier(i32 1)
; CHECK-NOT: group_vote
; CHECK: dispatch:
; CHECK-NEXT: phi i32 {{.*}}%meet
; CHECK: call void @ocl.barrier(i32 3)
; CHECK: call i32 @ocl.group_vote
define spir_kernel void @ragged_loop(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %end = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %never = icmp uge i64 %id, %n
  br i1 %never, label %wait, label %latch
wait:
  call void @ocl.barrier(i32 1)
  br label %latch
latch:
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  store i32 %next, ptr addrspace(1) %a
  ret void
}

declare i64 @ocl.local_id(i32) memory(none) nounwind willreturn
declare void @ocl.barrier(i32) convergent nounwind

; In the copies, values lie in memory if they change after the vote and live in a block where work-items resume. As SSA
; values they would need phis in each of these blocks. The blocks of all work-items together keep SSA values.
; CHECK-LABEL: define spir_kernel void @memory_of_those_that_part(
; CHECK-NEXT: entry:
; CHECK-NEXT: %[[OWN:.*]] = alloca i32
; CHECK: {{^}}loop:
; CHECK-NEXT: phi i32 [ 0, %entry ], [ %next, %latch ]
; CHECK-NEXT: %never = icmp
; CHECK: {{^}}latch.own:
; CHECK-NEXT: load i32, ptr %[[OWN]]
; CHECK: call void @ocl.parted()
; CHECK: store i32 %{{.*}}, ptr %[[OWN]]
; CHECK: {{^}}dispatch:
; CHECK-NEXT: phi i32
; CHECK-NEXT: switch
define spir_kernel void @memory_of_those_that_part(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %end = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %never = icmp uge i64 %id, %n
  br i1 %never, label %wait, label %latch
wait:
  call void @ocl.barrier(i32 1)
  br label %latch
latch:
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  store i32 %next, ptr addrspace(1) %a
  ret void
}

; Loops keep their headers, though work-items enter them where they diverged or after a barrier. The work-items of a
; sub-group run the rounds together.
; CHECK-LABEL: define spir_kernel void @rounds_of_sub_groups(
; CHECK: {{^}}to_loop.own:
; CHECK-NEXT: br label %[[HEADER:.*]]
; CHECK: {{^}}[[HEADER]]:
; CHECK: %[[IS_TOP:.*]] = icmp eq i32 %{{.*}}, 0
; CHECK-NEXT: br i1 %[[IS_TOP]], label %loop.own, label
; CHECK: {{^}}loop.own: {{.*}} preds = %[[HEADER]]{{$}}
; CHECK: call i64 @ocl.sub_group_ballot
; CHECK: {{^}}latch.own:
; CHECK: br i1 %{{.*}}, label %to_loop.own, label %
define spir_kernel void @rounds_of_sub_groups(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %x = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %latch ]
  %next = add i32 %i, 1
  %even = icmp eq i32 %x, %i
  %bits = call i64 @ocl.sub_group_ballot(i1 %even)
  store i64 %bits, ptr addrspace(1) %a
  br i1 %even, label %above, label %below
above:
  %never = icmp uge i64 %n, 1000
  br i1 %never, label %wait, label %below
wait:
  call void @ocl.barrier(i32 1)
  br label %below
below:
  store i64 %n, ptr addrspace(1) %a
  br label %latch
latch:
  %more = icmp ult i32 %next, 5
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i64 @ocl.sub_group_ballot(i1) convergent nounwind
attributes #0 = { "lanewise-uses_sub_groups" }

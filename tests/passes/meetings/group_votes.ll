; A branch that decides whether a barrier is reached becomes a vote of the work-group, unless all provably take the same
; path.
; RUN: pass_opt --passes=normalize_flow,group_votes,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @guard(
; CHECK: %[[V:.*]] = call i32 @ocl.group_vote(i1 %c)
; CHECK-NEXT: %[[ALL:.*]] = icmp eq i32 %[[V]], 2
; CHECK-NEXT: br i1 %[[ALL]], label %wait, label %entry.some
; CHECK: entry.some:
; CHECK-NEXT: %[[NONE:.*]] = icmp eq i32 %[[V]], 1
; CHECK-NEXT: br i1 %[[NONE]], label %end, label %entry.parted
; CHECK: end:
; CHECK-NEXT: %x = phi i32 {{.*}}[ 0, %entry.some ]
; CHECK: entry.parted:
; CHECK-NEXT: call void @ocl.parted()
; CHECK-NEXT: br label %return
; CHECK: return:
; CHECK-NEXT: ret void
define spir_kernel void @guard(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %wait, label %end
wait:
  call void @ocl.barrier(i32 1)
  br label %end
end:
  %x = phi i32 [ 0, %entry ], [ 1, %wait ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %x, ptr addrspace(1) %a
  ret void
}

; Arguments, ids of the group and loads of all work-items from one address are uniform. So is a loop's counter, as long
; as all work-items leave the loop together.
; CHECK-LABEL: define spir_kernel void @proved(
; CHECK-NOT: group_vote
; CHECK: ret void
define spir_kernel void @proved(ptr addrspace(1) %p, i32 %n) {
entry:
  %group = call i64 @ocl.group_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %group
  %end = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @ocl.barrier(i32 1)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  %odd = and i32 %next, 1
  %c = icmp eq i32 %odd, %n
  br i1 %c, label %wait, label %done
wait:
  call void @ocl.barrier(i32 1)
  br label %done
done:
  ret void
}

; One vote may prove the next: work-items that stay in the loop after the first vote have counted equally far.
; CHECK-LABEL: define spir_kernel void @one_proves_the_other(
; CHECK: call i32 @ocl.group_vote(i1 %more)
; CHECK-NOT: group_vote
; CHECK: ret void
define spir_kernel void @one_proves_the_other(ptr addrspace(1) %p) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %end = load i32, ptr addrspace(1) %a
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  call void @ocl.barrier(i32 1)
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %end
  br i1 %more, label %loop, label %exit
exit:
  %last = phi i32 [ %next, %loop ]
  %c = icmp eq i32 %last, 3
  br i1 %c, label %wait, label %done
wait:
  call void @ocl.barrier(i32 1)
  br label %done
done:
  ret void
}

; A branch that decides about no barrier needs no vote.
; CHECK-LABEL: define spir_kernel void @meet_again(
; CHECK-NOT: group_vote
; CHECK: ret void
define spir_kernel void @meet_again(ptr addrspace(1) %p) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %c = icmp ult i64 %id, 7
  br i1 %c, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  call void @ocl.barrier(i32 1)
  ret void
}

; Both paths lead to the barrier, but one of them a round later.
; CHECK-LABEL: define spir_kernel void @a_round_later(
; CHECK: call i32 @ocl.group_vote(i1 %c)
; CHECK: ret void
define spir_kernel void @a_round_later(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %start = trunc i64 %id to i32
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %latch ]
  %c = icmp eq i32 %i, 0
  br i1 %c, label %first, label %wait
first:
  br label %latch
wait:
  call void @ocl.barrier(i32 1)
  %end = load i32, ptr addrspace(1) %p
  %more = icmp ult i32 %end, %n
  br i1 %more, label %latch, label %exit
latch:
  %next = add i32 %i, 1
  br label %loop
exit:
  ret void
}

declare i64 @ocl.local_id(i32) memory(none) nounwind willreturn
declare i64 @ocl.group_id(i32) memory(none) nounwind willreturn
declare void @ocl.barrier(i32) convergent nounwind

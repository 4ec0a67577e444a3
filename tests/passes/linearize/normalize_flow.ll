; Unreachable code decides nothing: the barrier after the switch of @covered stays unconditional.
; RUN: pass_opt --passes=normalize_flow,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @covered(
; CHECK: %[[C:.*]] = icmp eq i32 %low, 0
; CHECK-NEXT: br i1 %[[C]], label %then, label %join
; CHECK-NOT: unreachable
; CHECK: join:
; CHECK-NEXT: call void @ocl.barrier(i32 1)
; CHECK-NEXT: ret void
define spir_kernel void @covered(ptr addrspace(1) %p, i32 %x) {
entry:
  %low = and i32 %x, 1
  switch i32 %low, label %never [ i32 0, label %then
                                  i32 1, label %join ]
never:
  unreachable
then:
  store i32 %x, ptr addrspace(1) %p
  br label %join
join:
  call void @ocl.barrier(i32 1)
  ret void
}

; A trap is no unreachable end: work-items reach it.
; CHECK-LABEL: define spir_kernel void @trapped(
; CHECK: br i1 %c, label %wrong, label %right
; CHECK: wrong:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: br label %return
define spir_kernel void @trapped(ptr addrspace(1) %p, i1 %c) {
entry:
  br i1 %c, label %wrong, label %right
wrong:
  call void @llvm.trap()
  unreachable
right:
  store i32 1, ptr addrspace(1) %p
  ret void
}

; All exits lead to one return.
; CHECK-LABEL: define spir_kernel void @two_returns(
; CHECK: a:
; CHECK-NEXT: store
; CHECK-NEXT: br label %return
; CHECK: return:
; CHECK-NEXT: ret void
; CHECK-NOT: ret void
define spir_kernel void @two_returns(ptr addrspace(1) %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr addrspace(1) %p
  ret void
b:
  ret void
}

; A loop without an exit gets one that is never taken.
; CHECK-LABEL: define spir_kernel void @endless(
; CHECK: br i1 true, label %endless, label %return
define spir_kernel void @endless(ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  store volatile i32 1, ptr addrspace(1) %p
  br label %loop
}

; The exit leads to the block of work-items that skip the loop. So %value dominates its use on both paths, and the
; barrier does not depend on the branch before the loop.
; CHECK-LABEL: define spir_kernel void @endless_branch(
; CHECK: br i1 true, label %endless, label %on
; CHECK: on:
; CHECK-NEXT: %x = phi i32 [ 1, %entry ], [ poison, %on.loopexit ]
define spir_kernel void @endless_branch(ptr addrspace(1) %p, i1 %c) {
entry:
  %value = load i32, ptr addrspace(1) %p
  br i1 %c, label %loop, label %on
loop:
  store volatile i32 1, ptr addrspace(1) %p
  br label %loop
on:
  %x = phi i32 [ 1, %entry ]
  call void @ocl.barrier(i32 1)
  %sum = add i32 %x, %value
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

; If both paths lead into the loop, the exit leads to the bare return, because %value is not available in the loop.
; CHECK-LABEL: define spir_kernel void @endless_on_two_ways(
; CHECK: br i1 true, label %endless, label %return
; CHECK: store i32 %value
; CHECK-NEXT: br label %return
; CHECK: return:
; CHECK-NEXT: ret void
define spir_kernel void @endless_on_two_ways(ptr addrspace(1) %p, i1 %c, i1 %d, i1 %e) {
entry:
  br i1 %c, label %a, label %b
a:
  br i1 %d, label %loop, label %on
b:
  br i1 %e, label %loop, label %on
loop:
  store volatile i32 1, ptr addrspace(1) %p
  br label %loop
on:
  %value = load i32, ptr addrspace(1) %p
  store i32 %value, ptr addrspace(1) %p
  ret void
}

; A switch that decides whether a barrier is reached becomes comparisons. Values leave a loop through phis. Assumptions
; hold for one work-item only and are dropped.
; CHECK-LABEL: define spir_kernel void @choose(
; CHECK-NOT: llvm.assume
; CHECK: icmp eq i32 %n, 1
; CHECK-NEXT: br i1 %{{.*}}, label %wait, label %case
; CHECK: %i.lcssa = phi i32 [ %i, %loop ]
; CHECK: store i32 %i.lcssa
; CHECK: case:
; CHECK-NEXT: icmp eq i32 %n, 2
define spir_kernel void @choose(ptr addrspace(1) %p, i32 %n, i1 %known) {
entry:
  call void @llvm.assume(i1 %known)
  switch i32 %n, label %go [ i32 1, label %wait
                             i32 2, label %end ]
wait:
  call void @ocl.barrier(i32 1)
  br label %go
go:
  br label %loop
loop:
  %i = phi i32 [ 0, %go ], [ %next, %loop ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end.loop
end.loop:
  store i32 %i, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; The loop's exit leads past the barrier, so that the switch decides as well.
; CHECK-LABEL: define spir_kernel void @choose_before_endless(
; CHECK-NOT: switch
; CHECK: br i1 true, label %endless, label %on
define spir_kernel void @choose_before_endless(ptr addrspace(1) %p, i32 %n, i1 %c) {
entry:
  br i1 %c, label %choice, label %on
choice:
  switch i32 %n, label %wait [ i32 1, label %loop
                               i32 2, label %two ]
two:
  store i32 2, ptr addrspace(1) %p
  br label %loop
wait:
  call void @ocl.barrier(i32 1)
  br label %loop
loop:
  store volatile i32 1, ptr addrspace(1) %p
  br label %loop
on:
  ret void
}

declare void @ocl.barrier(i32) convergent
declare void @llvm.assume(i1)

; The blocks of two traps share their end, as LLVM merges it.
; CHECK-LABEL: define spir_kernel void @trapped_twice(
; CHECK: first:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: br label %return
; CHECK: second:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: br label %return
define spir_kernel void @trapped_twice(ptr addrspace(1) %p, i1 %c, i1 %d) {
entry:
  br i1 %c, label %first, label %next
first:
  call void @llvm.trap()
  br label %shared
next:
  br i1 %d, label %second, label %right
second:
  call void @llvm.trap()
  br label %shared
shared:
  unreachable
right:
  store i32 1, ptr addrspace(1) %p
  ret void
}

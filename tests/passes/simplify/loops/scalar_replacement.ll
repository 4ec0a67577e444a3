; RUN: pass_opt --passes=scalar_replacement,verify %s | FileCheck %s

; The element is loaded if there is an iteration, carried through all of them, and stored after the loop.
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK: %[[RUNS:.*]] = icmp slt i64 0, %n
; CHECK: br i1 %[[RUNS]], label %[[READ:.*]], label %[[BEGIN:.*]]
; CHECK: [[READ]]:
; CHECK: %[[FIRST:.*]] = load float, ptr addrspace(1) %out, align 4
; CHECK: [[BEGIN]]:
; CHECK: phi float [ %[[FIRST]], %[[READ]] ], [ 0.000000e+00, %entry ]
; CHECK: head:
; CHECK: %[[SUM:.*]] = phi float
; CHECK: body:
; CHECK: %addend = load
; CHECK-NOT: store
; CHECK: exit:
; CHECK: br i1 %[[RUNS]], label %[[WRITE:.*]], label
; CHECK: [[WRITE]]:
; CHECK: store float {{.*}}, ptr addrspace(1) %out, align 4
define spir_kernel void @sum(ptr addrspace(1) "lanewise-apart" %a, ptr addrspace(1) "lanewise-apart" %out, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %a, i64 %i
  %addend = load float, ptr addrspace(1) %place
  %before = load float, ptr addrspace(1) %out
  %sum = fadd float %before, %addend
  store float %sum, ptr addrspace(1) %out
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; A loop that surely runs needs no test.
; CHECK-LABEL: define spir_kernel void @eight(
; CHECK: entry:
; CHECK-NEXT: load float, ptr addrspace(1) %out
; CHECK-NEXT: br label %head
; CHECK: exit:
; CHECK-NEXT: phi
; CHECK-NEXT: store float
; CHECK-NEXT: ret void
define spir_kernel void @eight(ptr addrspace(1) "lanewise-apart" %a, ptr addrspace(1) "lanewise-apart" %out) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, 8
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %a, i64 %i
  %addend = load float, ptr addrspace(1) %place
  %before = load float, ptr addrspace(1) %out
  %sum = fadd float %before, %addend
  store float %sum, ptr addrspace(1) %out
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; The objects may be one: the sum may be an addend, too.
; CHECK-LABEL: define spir_kernel void @shared(
; CHECK: body:
; CHECK: store float
; CHECK: br label %head
define spir_kernel void @shared(ptr addrspace(1) %a, ptr addrspace(1) %out, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %a, i64 %i
  %addend = load float, ptr addrspace(1) %place
  %before = load float, ptr addrspace(1) %out
  %sum = fadd float %before, %addend
  store float %sum, ptr addrspace(1) %out
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; An element that only some iterations write may also be written by another work-item.
; CHECK-LABEL: define spir_kernel void @sometimes(
; CHECK: rare:
; CHECK-NEXT: store float
define spir_kernel void @sometimes(ptr addrspace(1) "lanewise-apart" %a, ptr addrspace(1) "lanewise-apart" %out, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %a, i64 %i
  %value = load float, ptr addrspace(1) %place
  %large = fcmp ogt float %value, 1.0
  br i1 %large, label %rare, label %latch
rare:
  store float %value, ptr addrspace(1) %out
  br label %latch
latch:
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; Nothing is carried past a synchronization point that others may wait for.
; CHECK-LABEL: define spir_kernel void @with_barrier(
; CHECK: body:
; CHECK: store float
; CHECK: call void @barrier
declare void @barrier() convergent
define spir_kernel void @with_barrier(ptr addrspace(1) "lanewise-apart" %out, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %before = load float, ptr addrspace(1) %out
  %sum = fadd float %before, 1.0
  store float %sum, ptr addrspace(1) %out
  call void @barrier()
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; A sum that a lock guards is stored while the lock is held, even with relaxed order.
; CHECK-LABEL: define spir_kernel void @locked(
; CHECK: body:
; CHECK: load float, ptr addrspace(1) %out
; CHECK: store float {{.*}} ptr addrspace(1) %out
; CHECK: atomicrmw
define spir_kernel void @locked(ptr addrspace(1) noalias %lock, ptr addrspace(1) noalias %out, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %taken = atomicrmw xchg ptr addrspace(1) %lock, i32 1 monotonic
  %before = load float, ptr addrspace(1) %out
  %sum = fadd float %before, 1.0
  store float %sum, ptr addrspace(1) %out
  %free = atomicrmw xchg ptr addrspace(1) %lock, i32 0 monotonic
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; A bound in memory that is not written is loaded once.
; CHECK-LABEL: define spir_kernel void @bound(
; CHECK: entry:
; CHECK: load i64, ptr addrspace(1) %bound
; CHECK: head:
; CHECK-NOT: load
; CHECK: body:
define spir_kernel void @bound(ptr addrspace(1) "lanewise-apart" %out, ptr addrspace(1) "lanewise-apart" %bound) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %n = load i64, ptr addrspace(1) %bound
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i64, ptr addrspace(1) %out, i64 %i
  store i64 %i, ptr addrspace(1) %place
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

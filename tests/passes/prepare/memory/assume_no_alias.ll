; RUN: pass_opt --passes=assume_no_alias,verify %s | FileCheck %s

; A load after a store to another object could be moved before the store. The two objects that are only read may be the
; same.
; CHECK-LABEL: define spir_kernel void @after(
; CHECK-SAME: ptr addrspace(1) "lanewise-apart" %out, ptr addrspace(1) "lanewise-apart" %a, ptr addrspace(2) "lanewise-apart" %b)
; CHECK-SAME: #[[FIRST:[0-9]+]]
define spir_kernel void @after(ptr addrspace(1) %out, ptr addrspace(1) %a, ptr addrspace(2) %b) {
  %one = load float, ptr addrspace(1) %a
  store float %one, ptr addrspace(1) %out
  %two = load float, ptr addrspace(2) %b
  %next = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %two, ptr addrspace(1) %next
  ret void
}

; A loop that reads another object can keep its sum in a register.
; CHECK-LABEL: define spir_kernel void @sum(
; CHECK-SAME: ptr addrspace(1) "lanewise-apart" %a, ptr addrspace(1) "lanewise-apart" %out, i64 %n) #[[SECOND:[0-9]+]]
define spir_kernel void @sum(ptr addrspace(1) %a, ptr addrspace(1) %out, i64 %n) {
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

; If all loads come first, the assumption would gain nothing. Without it, the code also serves launches in place, in
; which both arguments are one object.
; CHECK-LABEL: define spir_kernel void @in_place(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
define spir_kernel void @in_place(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %from = getelementptr float, ptr addrspace(1) %a, i64 %i
  %value = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(1) %b, i64 %i
  store float %value, ptr addrspace(1) %to
  %next = add i64 %i, 1
  br label %head
exit:
  ret void
}

; The same holds at the end of a loop, because the loop's loads come earlier.
; CHECK-LABEL: define spir_kernel void @after_loop(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
define spir_kernel void @after_loop(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more.sum, %body ]
  %more = icmp slt i64 %i, %n
  br i1 %more, label %body, label %exit
body:
  %from = getelementptr float, ptr addrspace(1) %a, i64 %i
  %value = load float, ptr addrspace(1) %from
  %more.sum = fadd float %sum, %value
  %next = add i64 %i, 1
  br label %head
exit:
  store float %sum, ptr addrspace(1) %b
  ret void
}

; A store on one side of a branch comes before loads after the join.
; CHECK-LABEL: define spir_kernel void @after_branch(
; CHECK-SAME: #[[FIRST]]
define spir_kernel void @after_branch(ptr addrspace(1) %out, ptr addrspace(1) %a, i1 %which) {
entry:
  br i1 %which, label %one, label %both
one:
  store float 1.0, ptr addrspace(1) %out
  br label %both
both:
  %value = load float, ptr addrspace(1) %a
  store float %value, ptr addrspace(1) %out
  ret void
}

; A single object has no other to alias.
; CHECK-LABEL: define spir_kernel void @one(ptr addrspace(1) %a) {
define spir_kernel void @one(ptr addrspace(1) %a) {
  store float 1.0, ptr addrspace(1) %a
  %next = getelementptr float, ptr addrspace(1) %a, i64 1
  %value = load float, ptr addrspace(1) %next
  %last = getelementptr float, ptr addrspace(1) %a, i64 2
  store float %value, ptr addrspace(1) %last
  ret void
}

; Each local argument is separate memory; launches cannot change this.
; CHECK-LABEL: define spir_kernel void @local(ptr addrspace(3) "lanewise-apart" %a, ptr addrspace(3) "lanewise-apart" %b) {
define spir_kernel void @local(ptr addrspace(3) %a, ptr addrspace(3) %b) {
  store float 1.0, ptr addrspace(3) %a
  %value = load float, ptr addrspace(3) %b
  %next = getelementptr float, ptr addrspace(3) %a, i64 1
  store float %value, ptr addrspace(3) %next
  ret void
}

; The choice of sub-groups must not depend on a launch's arguments.
; CHECK-LABEL: define spir_kernel void @sub_groups(ptr addrspace(1) %out, ptr addrspace(1) %a)
define spir_kernel void @sub_groups(ptr addrspace(1) %out, ptr addrspace(1) %a) "lanewise-uses_sub_groups" {
  store float 1.0, ptr addrspace(1) %out
  %value = load float, ptr addrspace(1) %a
  %next = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %value, ptr addrspace(1) %next
  ret void
}

; Functions that are no kernels may get any pointers.
; CHECK-LABEL: define void @function(ptr addrspace(1) %out, ptr addrspace(1) %a) {
define void @function(ptr addrspace(1) %out, ptr addrspace(1) %a) {
  store float 1.0, ptr addrspace(1) %out
  %value = load float, ptr addrspace(1) %a
  %next = getelementptr float, ptr addrspace(1) %out, i64 1
  store float %value, ptr addrspace(1) %next
  ret void
}

; Loads guarded by a lock must not move before the lock is taken.
; CHECK-LABEL: define spir_kernel void @locked(ptr addrspace(1) %lock, ptr addrspace(1) %a, ptr addrspace(1) %out) {
define spir_kernel void @locked(ptr addrspace(1) %lock, ptr addrspace(1) %a, ptr addrspace(1) %out) {
  store float 1.0, ptr addrspace(1) %out
  %taken = cmpxchg ptr addrspace(1) %lock, i32 0, i32 1 monotonic monotonic
  %value = load float, ptr addrspace(1) %a
  store float %value, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define spir_kernel void @flagged(ptr addrspace(1) %flag, ptr addrspace(1) %a, ptr addrspace(1) %out) {
define spir_kernel void @flagged(ptr addrspace(1) %flag, ptr addrspace(1) %a, ptr addrspace(1) %out) {
  store float 1.0, ptr addrspace(1) %out
  %set = load volatile i32, ptr addrspace(1) %flag
  %value = load float, ptr addrspace(1) %a
  store float %value, ptr addrspace(1) %out
  ret void
}

; A pointer that escapes may be written through.
; CHECK-LABEL: define spir_kernel void @passed_on(
; CHECK-SAME: #[[BOTH:[0-9]+]]
declare void @somewhere(ptr addrspace(1))
define spir_kernel void @passed_on(ptr addrspace(1) %out, ptr addrspace(1) %a) {
  store float 1.0, ptr addrspace(1) %out
  %value = load float, ptr addrspace(1) %a
  %next = getelementptr float, ptr addrspace(1) %a, i64 1
  call void @somewhere(ptr addrspace(1) %next)
  ret void
}

; CHECK-DAG: attributes #[[FIRST]] = { "lanewise-written_apart"="1" }
; CHECK-DAG: attributes #[[SECOND]] = { "lanewise-written_apart"="2" }
; CHECK-DAG: attributes #[[BOTH]] = { "lanewise-written_apart"="3" }

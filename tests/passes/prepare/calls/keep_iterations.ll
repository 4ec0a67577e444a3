; A call of a sub-group operation stays in the iteration that ends the loop. Calls that every iteration reaches, and
; calls after the loop, need no change.
; RUN: pass_opt --passes=keep_iterations,verify %s | FileCheck %s

declare i32 @ocl.sub_group_reduce.add.i32(i32) #1

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: for.cond:
; CHECK: call i32 @ocl.sub_group_reduce.add.i32(i32 1)
; CHECK-NEXT: br i1 %c, label %if.then, label %for.inc
; CHECK: if.then:
; CHECK: call i32 @ocl.sub_group_reduce.add.i32(i32 2)
; CHECK-NEXT: %[[NEVER:.*]] = call i1 @ocl.never()
; CHECK-NEXT: br i1 %[[NEVER]], label %for.cond, label %if.then.rest
; CHECK: if.then.rest:
; CHECK: br label %for.end
; CHECK: for.end:
; CHECK: call i32 @ocl.sub_group_reduce.add.i32(i32 3)
; CHECK-NEXT: store
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i1 %c) #0 {
entry:
  br label %for.cond
for.cond:
  %each = call i32 @ocl.sub_group_reduce.add.i32(i32 1)
  br i1 %c, label %if.then, label %for.inc, !lanewise.loop_head !0
if.then:
  %last = call i32 @ocl.sub_group_reduce.add.i32(i32 2)
  store i32 %last, ptr addrspace(1) %p
  br label %for.end
for.inc:
  br label %for.cond, !lanewise.loop_latch !0
for.end:
  %after = call i32 @ocl.sub_group_reduce.add.i32(i32 3)
  store i32 %after, ptr addrspace(1) %p
  ret void, !lanewise.loop_end !0
}

attributes #0 = { "lanewise-uses_sub_groups" }
attributes #1 = { convergent nounwind }
!0 = !{}

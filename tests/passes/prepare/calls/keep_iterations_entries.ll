; In a loop that is entered in its middle, all lanes pass a new block before its first block. Lanes that call the
; operation get there by an edge that is never taken. There is one such block, however often the pass runs.
; RUN: pass_opt --passes=keep_iterations,verify %s | FileCheck %s
; RUN: pass_opt --passes=keep_iterations,keep_inlined_iterations,verify %s | FileCheck %s

declare i32 @ocl.sub_group_reduce.add.i32(i32) #1

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: entry:
; CHECK-NEXT: br i1 %c, label %do.body, label %sw.bb
; CHECK: do.body:
; CHECK: %each = call i32 @ocl.sub_group_reduce.add.i32(i32 1)
; CHECK-NEXT: %[[NEVER:.*]] = call i1 @ocl.never()
; CHECK-NEXT: br i1 %[[NEVER]], label %do.body.again, label %do.body.rest
; CHECK: do.body.rest:
; CHECK-NEXT: br i1 %d, label %if.then, label %sw.bb
; CHECK: if.then:
; CHECK: %last = call i32 @ocl.sub_group_reduce.add.i32(i32 2)
; CHECK-NEXT: %[[NEVER:.*]] = call i1 @ocl.never()
; CHECK-NEXT: br i1 %[[NEVER]], label %do.body.again, label %if.then.rest
; CHECK: if.then.rest:
; CHECK-NEXT: store
; CHECK-NEXT: br label %do.end
; CHECK: do.cond:
; CHECK-NEXT: br i1 %e, label %do.body.again, label %do.end
; CHECK: do.body.again:
; CHECK-NEXT: call void @ocl.sub_group_barrier()
; CHECK-NEXT: br label %do.body, !lanewise.loop_latch
; CHECK: do.end:
; CHECK-NEXT: call i32 @ocl.sub_group_reduce.add.i32(i32 3)
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i1 %c, i1 %d, i1 %e) #0 {
entry:
  br i1 %c, label %do.body, label %sw.bb
do.body:
  %each = call i32 @ocl.sub_group_reduce.add.i32(i32 1)
  br i1 %d, label %if.then, label %sw.bb, !lanewise.loop_head !0
if.then:
  %last = call i32 @ocl.sub_group_reduce.add.i32(i32 2)
  store i32 %last, ptr addrspace(1) %p
  br label %do.end
sw.bb:
  store i32 0, ptr addrspace(1) %p
  br label %do.cond
do.cond:
  br i1 %e, label %do.body, label %do.end, !lanewise.loop_latch !0
do.end:
  %after = call i32 @ocl.sub_group_reduce.add.i32(i32 3)
  ret void, !lanewise.loop_end !0
}

; A loop made of gotos contains a loop statement that is never repeated: its calls are left alone.
; CHECK-LABEL: define spir_func void @gotos(
; CHECK-NOT: call i1 @ocl.never()
; CHECK: ret void
define spir_func void @gotos(ptr addrspace(1) %p, i1 %c, i1 %d, i1 %e) {
entry:
  br i1 %c, label %first, label %second
first:
  %a = call i32 @ocl.sub_group_reduce.add.i32(i32 1)
  br i1 %d, label %for.cond, label %second
for.cond:
  %b = call i32 @ocl.sub_group_reduce.add.i32(i32 2)
  br label %for.end, !lanewise.loop_head !0
for.end:
  br label %second, !lanewise.loop_end !0
second:
  %n = call i32 @ocl.sub_group_reduce.add.i32(i32 3)
  br i1 %e, label %first, label %end
end:
  ret void
}

attributes #0 = { "lanewise-uses_sub_groups" }
attributes #1 = { convergent nounwind }
!0 = !{}

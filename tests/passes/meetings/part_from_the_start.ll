; Work-items go alone from the start: no copies, no votes but the one about who is left. What lives where a work-item
; goes on stays in memory (%v), what does not is a value again (%w).
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

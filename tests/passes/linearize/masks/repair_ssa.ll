; A value whose block may be skipped is poison on the other path. The select after the join does not choose it there.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %v = load i32
; CHECK: first.after:
; CHECK-NEXT: %[[V:.*]] = phi i32 [ %v, %first ], [ poison, %skip.after ]
; CHECK-NEXT: select i1 %not, i32 4, i32 %[[V]]
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %c = icmp slt i32 %i, %n
  br i1 %c, label %first, label %skip
first:
  %v = load i32, ptr addrspace(1) %a
  br label %meet
skip:
  store i32 9, ptr addrspace(1) %a
  br label %meet
meet:
  %x = phi i32 [ %v, %first ], [ 4, %skip ]
  store i32 %x, ptr addrspace(1) %a
  ret void
}
declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

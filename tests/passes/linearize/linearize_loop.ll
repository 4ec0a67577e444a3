; A loop that lanes leave at different times runs until no lane is live. A lane's exit values are kept from the
; iteration in which it left. Each of two exits has its own mask.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @exits(
; CHECK: loop:
; CHECK: %[[KEPT:.*]] = phi i32 [ -1, %entry ], [ %[[NEXT:.*]], %[[LAST:.*]] ]
; CHECK: %live = phi i1 [ true, %entry ], [ %[[LIVE:.*]], %[[LAST]] ]
; CHECK: call void @ocl.mask(i1 %live)
; CHECK: %[[BODY:.*]] = select i1 %live, i1 %c, i1 false
; CHECK: %[[ANY:.*]] = call i1 @ocl.any(i1 %[[BODY]])
; CHECK: br i1 %[[ANY]], label %body, label
; CHECK: body:
; CHECK-NEXT: call void @ocl.mask(i1 %[[BODY]])
; CHECK: %[[MORE:.*]] = add i32 %[[KEPT]], 1
; CHECK: %[[NEXT]] = select i1 %live, i32 %[[MORE]], i32 %[[KEPT]]
; CHECK: %[[AGAIN:.*]] = call i1 @ocl.any(i1 %[[LIVE]])
; CHECK: br i1 %[[AGAIN]], label %loop, label

; A loop that all lanes leave together stays as it is. A barrier's condition is read from a live lane.
; CHECK-LABEL: define spir_kernel void @barriers(
; CHECK-NOT: @ocl.any
; CHECK: %[[DONE:.*]] = call i1 @ocl.uniform(i1 %done)
; CHECK-NEXT: br i1 %[[DONE]], label %exit, label %loop

define spir_kernel void @exits(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %start = trunc i64 %id to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %k = phi i32 [ 0, %entry ], [ %k2, %body ]
  %c = icmp sgt i32 %i, 10
  br i1 %c, label %body, label %exit
body:
  %next = lshr i32 %i, 1
  %k2 = add i32 %k, 1
  store i32 %next, ptr addrspace(1) %a
  %b = icmp eq i32 %next, %n
  br i1 %b, label %early, label %loop
early:
  store i32 99, ptr addrspace(1) %a
  ret void
exit:
  store i32 %k, ptr addrspace(1) %a
  ret void
}

define spir_kernel void @barriers(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %loop ]
  %k2 = add i32 %k, 1
  store i32 %k, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  %done = icmp eq i32 %k2, %n
  br i1 %done, label %exit, label %loop
exit:
  ret void
}

declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn
declare void @ocl.barrier(i32) convergent nounwind

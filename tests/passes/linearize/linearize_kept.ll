; In each iteration, the exit values of all live lanes are kept, so that each lane ends with the value of its last
; iteration. A value that grows by a constant is counted for each lane instead.
; RUN: pass_opt --passes=linearize,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @count(
; CHECK: loop:
; CHECK: %[[KEPT:.*]] = phi i32 [ -1, %entry ], [ %[[NEXT:.*]], %{{.*}} ]
; CHECK: %live = phi i1
; CHECK: %[[MORE:.*]] = add i32 %[[KEPT]], 1
; CHECK: %[[NEXT]] = select i1 %live, i32 %[[MORE]], i32 %[[KEPT]]
define spir_kernel void @count(ptr addrspace(1) %p) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %n = phi i32 [ 0, %entry ], [ %more, %loop ]
  %v = phi i64 [ %i, %entry ], [ %half, %loop ]
  %more = add i32 %n, 1
  %half = lshr i64 %v, 1
  %done = icmp eq i64 %v, 0
  br i1 %done, label %end, label %loop
end:
  %steps = phi i32 [ %n, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %steps, ptr addrspace(1) %a
  ret void
}

; The value after the increment is counted, too, from an unknown start. Other values are kept, not counted.
; CHECK-LABEL: define spir_kernel void @from(
; CHECK: loop:
; CHECK-DAG: phi i32 [ %start, %entry ], [ %[[STEPS:.*]], %{{.*}} ]
; CHECK-DAG: %[[OLD:.*]] = phi i64 [ poison, %entry ], [ %[[LAST:.*]], %{{.*}} ]
; CHECK-DAG: %[[STEPS]] = select i1 %live
; CHECK-DAG: %[[LAST]] = select i1 %live, i64 %half, i64 %[[OLD]]
define spir_kernel void @from(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %start) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %n = phi i32 [ %start, %entry ], [ %more, %loop ]
  %v = phi i64 [ %i, %entry ], [ %half, %loop ]
  %more = add i32 %n, 3
  %half = lshr i64 %v, 1
  %done = icmp eq i64 %v, 0
  br i1 %done, label %end, label %loop
end:
  %steps = phi i32 [ %more, %loop ]
  %last = phi i64 [ %half, %loop ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %steps, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %q, i64 %i
  store i64 %last, ptr addrspace(1) %b
  ret void
}

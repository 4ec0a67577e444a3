; A divergent switch becomes masks, with fall-through; a uniform switch stays.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @divergent(
; CHECK-NOT: switch
; CHECK: %[[IS0:.*]] = icmp eq i32 %low, 0
; CHECK: %[[IS1:.*]] = icmp eq i32 %low, 1
; CHECK: %[[IS2:.*]] = icmp eq i32 %low, 2
; CHECK: %[[ZERO:.*]] = or i1 %[[IS0]], %[[IS2]]
; CHECK: zero:
; CHECK-NEXT: call void @ocl.mask(i1 %[[ZERO]])
; CHECK: one:
; CHECK-NEXT: call void @ocl.mask(i1 %on)
; CHECK-NEXT: select i1 %[[IS1]], i32 1, i32 2
; CHECK: other:
; CHECK-NEXT: call void @ocl.mask(i1 %not)
; CHECK: %on = or i1 %[[IS1]], %[[ZERO]]
define spir_kernel void @divergent(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %low = and i32 %i, 3
  switch i32 %low, label %other [ i32 0, label %zero
                                  i32 1, label %one
                                  i32 2, label %zero ]
zero:
  store i32 10, ptr addrspace(1) %a
  br label %one
one:
  %v = phi i32 [ 1, %entry ], [ 2, %zero ]
  store i32 %v, ptr addrspace(1) %a
  br label %end
other:
  store i32 20, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
; CHECK-LABEL: define spir_kernel void @uniform(
; CHECK-NOT: @ocl.any
; CHECK: switch i32 %n
define spir_kernel void @uniform(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  switch i32 %n, label %end [ i32 0, label %zero
                              i32 1, label %one ]
zero:
  store i32 10, ptr addrspace(1) %a
  br label %end
one:
  store i32 11, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

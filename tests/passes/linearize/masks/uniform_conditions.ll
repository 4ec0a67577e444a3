; Conditions that decide whether a barrier is reached are uniform at this stage and marked so. Other conditions after
; the barrier are not.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @conditional(
; CHECK: %[[WAIT:.*]] = call i1 @ocl.uniform(i1 %c)
; CHECK-NEXT: br i1 %[[WAIT]], label %wait, label %end
; CHECK: wait:
; CHECK-NEXT: call void @ocl.barrier(i32 1)
; CHECK: call i1 @ocl.any(i1 %d)
; CHECK: some:
; CHECK-NEXT: call void @ocl.mask(i1 %d)
define spir_kernel void @conditional(ptr addrspace(3) %p, ptr addrspace(1) %q) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(3) %p, i64 %id
  %v = load i32, ptr addrspace(3) %p
  %c = icmp eq i32 %v, 3
  br i1 %c, label %wait, label %end
wait:
  call void @ocl.barrier(i32 1)
  %w = load i32, ptr addrspace(3) %a
  %odd = and i32 %w, 1
  %d = icmp eq i32 %odd, 1
  br i1 %d, label %some, label %end
some:
  store i32 %v, ptr addrspace(1) %q
  br label %end
end:
  ret void
}
; CHECK-LABEL: define spir_kernel void @choice(
; CHECK-NOT: switch
; CHECK: %[[ONE:.*]] = icmp eq i32 %v, 1
; CHECK-NEXT: %[[FIRST:.*]] = call i1 @ocl.uniform(i1 %[[ONE]])
; CHECK-NEXT: br i1 %[[FIRST]], label %wait, label %case
; CHECK: %[[TWO:.*]] = icmp eq i32 %v, 2
; CHECK-NEXT: call i1 @ocl.uniform(i1 %[[TWO]])
define spir_kernel void @choice(ptr addrspace(3) %p) {
entry:
  %v = load i32, ptr addrspace(3) %p
  switch i32 %v, label %end [ i32 1, label %wait
                              i32 2, label %wait ]
wait:
  call void @ocl.barrier(i32 1)
  br label %end
end:
  ret void
}
declare i64 @ocl.local_id(i32) memory(none) nounwind willreturn
declare void @ocl.barrier(i32) convergent nounwind

; The work-group votes only on branches to a barrier for which it is not proved that all take the same path.
; RUN: pass_opt --passes=normalize_flow,settle_meetings,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @voted(
; CHECK: call i32 @ocl.group_vote(i1 %c)
; CHECK: call void @ocl.parted()
; CHECK-NOT: dispatch:
; CHECK: ret void
define spir_kernel void @voted(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call i64 @ocl.local_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %wait, label %end
wait:
  call void @ocl.barrier(i32 1)
  store i64 %id, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @proved(
; CHECK-NOT: group_vote
; CHECK: br i1 %c, label %wait, label %end
; CHECK-NOT: @ocl.parted
; CHECK: ret void
define spir_kernel void @proved(ptr addrspace(1) %p, i64 %n) {
entry:
  %c = icmp ult i64 7, %n
  br i1 %c, label %wait, label %end
wait:
  call void @ocl.barrier(i32 1)
  br label %end
end:
  ret void
}

declare i64 @ocl.local_id(i32) memory(none) nounwind willreturn
declare void @ocl.barrier(i32) convergent nounwind

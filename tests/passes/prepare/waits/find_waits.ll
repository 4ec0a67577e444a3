; A sub-group that reads a flag until it changes lets other sub-groups run at the end of each iteration. Loops without
; such reads stay unchanged, and so do kernels that settle_sub_groups does not mark as users of sub-groups.
; RUN: pass_opt --passes=settle_sub_groups,find_waits,verify %s | FileCheck %s
; RUN: pass_opt --passes=find_waits,verify %s | FileCheck --check-prefix=ALONE %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: counting:
; CHECK-NOT: @ocl.wait_turn
; CHECK: waiting:
; CHECK: load atomic i32
; CHECK: call void @ocl.wait_turn()
; CHECK: attributes #[[KERNEL]] = {{.*}}"lanewise-waits"
; CHECK-NOT: lanewise-changing-reads

; ALONE: define spir_kernel void @k(
; ALONE-NOT: @ocl.wait_turn
; ALONE-NOT: lanewise-waits

define spir_kernel void @k(ptr addrspace(1) %p, i32 %n) {
entry:
  call void @ocl.sub_group_barrier(i32 1)
  br label %counting

counting:
  %i = phi i32 [ 0, %entry ], [ %next, %counting ]
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %counting, label %waiting

waiting:
  %flag = load atomic i32, ptr addrspace(1) %p seq_cst, align 4
  %set = icmp ne i32 %flag, 0
  br i1 %set, label %done, label %waiting

done:
  ret void
}

declare void @ocl.sub_group_barrier(i32) convergent

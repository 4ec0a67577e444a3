; In a sub-group of one work-item, the result of each sub-group operation is the work-item's own value.
; RUN: pass_opt --passes=single_sub_groups,verify %s | FileCheck %s

declare i32 @ocl.sub_group_size() memory(none)
declare i32 @ocl.sub_group_lane() memory(none)
declare void @ocl.sub_group_barrier() convergent
declare i64 @ocl.sub_group_ballot(i1) convergent
declare i32 @ocl.sub_group_reduce.add.i32(i32) convergent
declare i32 @ocl.sub_group_scan_before.umin.i32(i32) convergent

; CHECK-LABEL: define spir_kernel void @one(
; CHECK-NOT: call
; CHECK: %[[BITS:.*]] = zext i1 %c to i64
; CHECK: store i64 %[[BITS]]
; CHECK: store i32 1
; CHECK: store i32 0
; CHECK: store i32 %x
; CHECK: store i32 -1
define spir_kernel void @one(ptr addrspace(1) %p, i32 %x, i1 %c) #0 {
  %bits = call i64 @ocl.sub_group_ballot(i1 %c)
  store i64 %bits, ptr addrspace(1) %p
  %size = call i32 @ocl.sub_group_size()
  store i32 %size, ptr addrspace(1) %p
  call void @ocl.sub_group_barrier()
  %lane = call i32 @ocl.sub_group_lane()
  store i32 %lane, ptr addrspace(1) %p
  %sum = call i32 @ocl.sub_group_reduce.add.i32(i32 %x)
  store i32 %sum, ptr addrspace(1) %p
  %before = call i32 @ocl.sub_group_scan_before.umin.i32(i32 %x)
  store i32 %before, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "lanewise-uses_sub_groups" }

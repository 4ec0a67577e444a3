; In work-groups of one work-item, local memory becomes private.
; RUN: pass_opt --passes=single_item_groups,verify %s | FileCheck %s

@k.table = internal addrspace(3) global [256 x i32] undef, align 4
@k.counter = internal addrspace(3) global i32 undef, align 4

; CHECK-NOT: @k.table
; CHECK: @k.counter = internal addrspace(3) global i32
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: #[[FACTS:[0-9]+]]
define spir_kernel void @k(ptr addrspace(1) %p, i1 %c) !reqd_work_group_size !0 {
; CHECK: %[[TABLE:.*]] = alloca [256 x i32]
; CHECK: %[[ID:.*]] = call i64 @ocl.global_id(i32 0)
; CHECK: %[[OFFSET:.*]] = call i64 @ocl.global_offset(i32 0)
; CHECK: %[[GROUP:.*]] = sub i64 %[[ID]], %[[OFFSET]]
; CHECK-NOT: barrier
; CHECK: %[[E:.*]] = getelementptr i32, ptr %[[TABLE]], i64 %[[GROUP]]
; CHECK: %[[ONE:.*]] = select i1 %c, ptr %[[E]], ptr %[[TABLE]]
; CHECK: store i32 1, ptr %[[ONE]]
; CHECK: atomicrmw add ptr addrspace(3) @k.counter
; CHECK: %[[COUNT:.*]] = call i64 @ocl.global_size(i32 1)
; CHECK: %[[SUM:.*]] = add i64 %[[COUNT]], 0
; CHECK: store i64 %[[SUM]], ptr addrspace(1) %p
  %g = call i64 @ocl.group_id(i32 0)
  call void @ocl.barrier(i32 1)
  %e = getelementptr i32, ptr addrspace(3) @k.table, i64 %g
  %one = select i1 %c, ptr addrspace(3) %e, ptr addrspace(3) @k.table
  store i32 1, ptr addrspace(3) %one
  %old = atomicrmw add ptr addrspace(3) @k.counter, i32 1 monotonic
  %n = call i64 @ocl.num_groups(i32 1)
  %l = call i64 @ocl.local_id(i32 2)
  %sum = add i64 %n, %l
  store i64 %sum, ptr addrspace(1) %p
  ret void
}

; CHECK: attributes #[[FACTS]] = {{.*}}"lanewise-local_bytes"="1024"
declare i64 @ocl.group_id(i32) memory(none)
declare i64 @ocl.num_groups(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
!0 = !{i32 1, i32 1, i32 1}

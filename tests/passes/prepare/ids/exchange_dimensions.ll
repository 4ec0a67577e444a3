; Dimensions 0 and 1 are exchanged in every operation that names a dimension.
; RUN: pass_opt --passes=exchange_dimensions,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_size(i32) memory(none)
declare i64 @ocl.num_groups(i32) memory(none)
declare i32 @ocl.work_dim() memory(none)

; CHECK-LABEL: define spir_kernel void @ids(
; CHECK: call i64 @ocl.global_id(i32 1)
; CHECK-NEXT: call i64 @ocl.local_size(i32 0)
; CHECK-NEXT: call i64 @ocl.num_groups(i32 2)
; CHECK-NEXT: call i32 @ocl.work_dim()
; CHECK: %[[IS_OTHER:.*]] = icmp eq i32 %d, 1
; CHECK: %[[ONE:.*]] = select i1 %[[IS_OTHER]], i32 0, i32 %d
; CHECK: %[[IS_FIRST:.*]] = icmp eq i32 %d, 0
; CHECK: %[[D:.*]] = select i1 %[[IS_FIRST]], i32 1, i32 %[[ONE]]
; CHECK: call i64 @ocl.global_id(i32 %[[D]])
define spir_kernel void @ids(ptr addrspace(1) %p, i32 %d) #0 !reqd_work_group_size !0 {
  %x = call i64 @ocl.global_id(i32 0)
  %h = call i64 @ocl.local_size(i32 1)
  %n = call i64 @ocl.num_groups(i32 2)
  %w = call i32 @ocl.work_dim()
  %y = call i64 @ocl.global_id(i32 %d)
  %a = add i64 %x, %h
  %b = add i64 %a, %n
  %c = add i64 %b, %y
  %e = zext i32 %w to i64
  %f = add i64 %c, %e
  store i64 %f, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @as_it_is(
; CHECK: call i64 @ocl.global_id(i32 0)
; Required sizes are exchanged, too.
; CHECK: !{i32 64, i32 4, i32 2}
define spir_kernel void @as_it_is(ptr addrspace(1) %p) {
  %x = call i64 @ocl.global_id(i32 0)
  store i64 %x, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "lanewise-lane_dimension"="1" }
!0 = !{i32 4, i32 64, i32 2}

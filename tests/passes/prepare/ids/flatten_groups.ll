; Ids of work-items are computed from the linear id, which `ocl.local_id(0)` then returns.
; RUN: pass_opt --passes=flatten_groups,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @ids(
; CHECK: %[[L:.*]] = call i64 @ocl.local_id(i32 0)
; CHECK: %[[LINEAR:.*]] = trunc i64 %[[L]] to i32
; CHECK: %row = udiv i32 %[[LINEAR]],
; CHECK: %plane = udiv i32 %row,
; CHECK-NOT: call i64 @ocl.local_id
; CHECK-NOT: call i64 @ocl.global_id
define spir_kernel void @ids(ptr addrspace(1) %p, i32 %d) #0 {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.local_id(i32 1)
  %z = call i64 @ocl.local_id(i32 %d)
  %xy = add i64 %x, %y
  %xyz = add i64 %xy, %z
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %x
  store i64 %xyz, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "lanewise-flat_groups" }

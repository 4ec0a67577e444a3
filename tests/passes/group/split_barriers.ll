; Each region gets its own loops over the work-group. The barrier, the local id and the chunk function itself are gone.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-NOT: @k.full
; CHECK-LABEL: define internal void @k.group(ptr addrspace(1) %p, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2)
; CHECK: region.0:
; CHECK: store i32 1
; CHECK-NOT: call void @ocl.barrier
; CHECK-NOT: call i64 @ocl.local_id
; CHECK: br label %region.1
; CHECK: store i32 2

define void @k.full(ptr addrspace(1) %p) {
  %l = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %l
  store i32 1, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  store i32 2, ptr addrspace(1) %a
  ret void
}

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

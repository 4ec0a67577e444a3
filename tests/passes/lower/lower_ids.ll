; Sizes come from the launch, ids from parameters. A uniform work-group has the enqueued size.
; RUN: pass_opt --passes=lower_ids,verify %s | FileCheck %s

define internal void @k.group(ptr addrspace(1) %p, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) #0 {
; CHECK-LABEL: define internal void @k.group(
; CHECK: %[[ADDRESS:.*]] = getelementptr inbounds i8, ptr %launch, i64 72
; CHECK: %[[SIZE:.*]] = load i64, ptr %[[ADDRESS]], align 4, !invariant.load
; CHECK-NOT: call i64
; CHECK: store i64 %group.1
; CHECK: store i64 %[[SIZE]]
  %g = call i64 @ocl.group_id(i32 1)
  store i64 %g, ptr addrspace(1) %p
  %s = call i64 @ocl.local_size(i32 0)
  store i64 %s, ptr addrspace(1) %p
  ret void
}

declare i64 @ocl.group_id(i32) memory(none)
declare i64 @ocl.local_size(i32) memory(none)

attributes #0 = { "uniform-work-group-size"="true" }

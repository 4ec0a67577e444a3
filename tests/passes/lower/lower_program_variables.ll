; A program's variable becomes its place in the block that the launch provides. Its initial value is not in this module.
; RUN: pass_opt --passes=lower_program_variables,verify %s | FileCheck %s

; CHECK-NOT: @counter
; CHECK-NOT: @table
@counter = external addrspace(1) global i32, align 4 #0
@table = internal addrspace(2) constant [2 x ptr addrspace(1)] [ptr addrspace(1) @counter, ptr addrspace(1) null], align 8 #1

define internal void @k.group(i64 %i, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
; CHECK-LABEL: define internal void @k.group(
; CHECK: %[[FIELD:.*]] = getelementptr inbounds i8, ptr %launch, i64 120
; CHECK: %[[BLOCK:.*]] = load ptr, ptr %[[FIELD]]
; CHECK: %[[COUNTER:.*]] = getelementptr inbounds i8, ptr %[[BLOCK]], i64 64
; CHECK: %[[TABLE:.*]] = getelementptr inbounds i8, ptr %[[BLOCK]], i64 8
; CHECK: store ptr addrspace(1)
  %place = getelementptr [2 x ptr addrspace(1)], ptr addrspace(2) @table, i64 0, i64 %i
  %p = load ptr addrspace(1), ptr addrspace(2) %place
  store ptr addrspace(1) @counter, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "lanewise-offset"="64" }
attributes #1 = { "lanewise-offset"="8" }

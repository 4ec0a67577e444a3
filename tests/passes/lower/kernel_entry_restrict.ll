; The inliner keeps the no-alias information of arguments.
; RUN: pass_opt --passes=kernel_entry,verify %s | FileCheck %s

define internal void @k.group(ptr addrspace(1) noalias %p, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
  ret void
}

; CHECK: define internal void @k.group({{.*}}) #[[INLINED:[0-9]+]]
; CHECK-LABEL: define void @k.entry(
; CHECK: call void @k.group(ptr addrspace(1)
; CHECK: attributes #[[INLINED]] = { alwaysinline }

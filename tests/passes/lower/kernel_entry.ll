; The entry loads the arguments from their block and counts through the work-groups; it notes how many are left.
; RUN: pass_opt --passes=kernel_entry,verify %s | FileCheck %s

define internal void @k.group(i32 %x, ptr addrspace(1) %p, ptr addrspace(3) %l, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
  ret void
}

; CHECK-LABEL: define void @k.entry(
; CHECK-SAME: ptr {{.*}}%launch, ptr {{.*}}%worker, ptr {{.*}}%arguments, i64 %first_group, i64 %group_count)
; CHECK: load i32, ptr %{{.*}}, !invariant.load
; CHECK: getelementptr inbounds i8, ptr %arguments, i64 8
; CHECK: load ptr addrspace(1), ptr
; CHECK: getelementptr inbounds i8, ptr %arguments, i64 16
; CHECK: getelementptr inbounds i8, ptr %local_memory, i64
; CHECK: udiv i64 %first_group
; CHECK: %noted_left = load ptr
; CHECK: groups:
; CHECK: store volatile i64 %left, ptr %noted_left
; CHECK: call void @k.group(i32

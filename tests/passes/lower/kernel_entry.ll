; The entry loads the arguments from their block and counts through the work-groups. It records how many are left. The
; group function is inlined into it.
; RUN: pass_opt --passes=kernel_entry,verify %s | FileCheck %s

define internal void @k.group(i32 %x, ptr addrspace(1) %p, ptr addrspace(3) %l, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
  %a = alloca i32
  store i32 %x, ptr %a
  store i64 %group.1, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define void @k.entry(
; CHECK-SAME: ptr {{.*}}%launch, ptr {{.*}}%worker, ptr {{.*}}%arguments, i64 %group_count)
; CHECK: %a = alloca i32
; CHECK: %[[X:.*]] = load i32, ptr %{{.*}}, !invariant.load
; CHECK: getelementptr inbounds i8, ptr %arguments, i64 8
; CHECK: load ptr addrspace(1), ptr
; CHECK: getelementptr inbounds i8, ptr %arguments, i64 16
; CHECK: getelementptr inbounds i8, ptr %local_memory, i64
; CHECK: getelementptr inbounds i8, ptr %worker, i64 48
; CHECK-NEXT: %first_group = load i64
; CHECK: %noted_left = load ptr
; CHECK: groups:
; CHECK: %[[GROUP1:group.1]] = phi i64
; CHECK: store volatile i64 %left, ptr %noted_left
; CHECK: call void @llvm.lifetime.start.p0(ptr %a)
; CHECK: store i32 %[[X]], ptr %a
; CHECK-NEXT: store i64 %[[GROUP1]]
; CHECK-NEXT: call void @llvm.lifetime.end.p0(ptr %a)
; CHECK-NEXT: br label %group.done
; CHECK: group.done:
; CHECK-NEXT: add i64 %{{.*}}, 1
; CHECK-NOT: @k.group

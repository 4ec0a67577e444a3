; Non-temporal stores are fenced before the entry returns.
; RUN: pass_opt --passes=kernel_entry,verify %s | FileCheck %s

; CHECK-LABEL: define void @k.entry(
; CHECK: end:
; CHECK: %[[FLAGS:.*]] = load i32, ptr
; CHECK-NEXT: and i32 %[[FLAGS]], 1
; CHECK: br i1 %streaming, label %publish, label %done
; CHECK: publish:
; CHECK-NEXT: call void @llvm.x86.sse.sfence()
; CHECK: done:
; CHECK-NEXT: ret void
define internal void @k.group(ptr addrspace(1) %p, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) #0 {
  ret void
}
attributes #0 = { "lanewise-streamed_bytes"="4" }

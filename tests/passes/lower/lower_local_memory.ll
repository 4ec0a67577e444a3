; `__local` variables follow each other in the worker's local memory, each aligned.
; RUN: pass_opt --passes=lower_local_memory,verify %s | FileCheck %s

@k.flag = internal addrspace(3) global i8 undef, align 1
@k.tile = internal addrspace(3) global [4 x <4 x float>] undef, align 16

define internal void @k.group(ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
; CHECK-NOT: @k.flag =
; CHECK-LABEL: define internal void @k.group(
; CHECK: %local_memory = load ptr, ptr %{{.*}}, !invariant.load
; CHECK: %[[TILE:.*]] = getelementptr inbounds i8, ptr %local_memory, i64 16
; CHECK: %k.tile = addrspacecast ptr %[[TILE]] to ptr addrspace(3)
; CHECK: store float 1.000000e+00, ptr addrspace(3) %k.tile
  store i8 1, ptr addrspace(3) @k.flag
  store float 1.0, ptr addrspace(3) @k.tile
  ret void
}

; CHECK: "lanewise-local_bytes"="80"

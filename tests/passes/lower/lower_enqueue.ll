; Enqueues become calls of the runtime's functions, and mark the kernel.
; RUN: pass_opt --passes=lower_enqueue,verify %s | FileCheck %s

; CHECK: define internal void @k.group(ptr %literal, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) #[[MARK:[0-9]+]]
; CHECK: %enqueue.request = alloca [72 x i8], align 8
; CHECK: store i64 5, ptr
; CHECK: store i32 1, ptr
; CHECK: store ptr %range, ptr
; CHECK: %functions = load ptr, ptr
; CHECK: %enqueue = load ptr, ptr
; CHECK: call i32 %enqueue(ptr %launch, ptr %worker, ptr %enqueue.request)
; CHECK: %device_call = load ptr, ptr
; CHECK: call i64 %device_call(ptr %launch, ptr %worker, i32 3, i64 7, i64 0)
; CHECK-NOT: call {{.*}} @ocl.
define internal void @k.group(ptr %literal, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
  %range = alloca [80 x i8]
  %block = addrspacecast ptr %literal to ptr addrspace(4)
  %s = call i32 @ocl.enqueue(i64 5, i32 1, ptr %range, i64 0, ptr addrspace(4) %block, i32 0, ptr null, i32 0, ptr null, ptr null)
  %r = call i64 @ocl.device_call(i32 3, i64 7, i64 0)
  ret void
}

; CHECK: attributes #[[MARK]] = { "lanewise-enqueues" }
declare i32 @ocl.enqueue(i64, i32, ptr, i64, ptr addrspace(4), i32, ptr, i32, ptr, ptr)
declare i64 @ocl.device_call(i32, i64, i64)

; The space of an address is determined by the worker's memory ranges and the stack.
; RUN: pass_opt --passes=lower_address_space,verify %s | FileCheck %s

define internal void @k.group(ptr addrspace(1) %out, ptr byval(i64) %s, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
; CHECK-LABEL: define internal void @k.group(
; CHECK: %[[ADDRESS:.*]] = ptrtoint ptr addrspace(4) %g to i64
; CHECK: getelementptr inbounds i8, ptr %worker, i64 8
; CHECK: call ptr @llvm.stacksave
; CHECK: ptrtoint ptr %s to i64
; CHECK: icmp ult i64 {{.*}}, 8
; CHECK: getelementptr inbounds i8, ptr %worker, i64 16
; CHECK: %[[OTHER:.*]] = select i1 {{.*}}, i32 0, i32 1
; CHECK: %[[SPACE:.*]] = select i1 {{.*}}, i32 3, i32 %[[OTHER]]
; CHECK: store i32 %[[SPACE]]
  %g = load ptr addrspace(4), ptr addrspace(1) %out
  %space = call i32 @ocl.address_space(ptr addrspace(4) %g)
  store i32 %space, ptr addrspace(1) %out
  ret void
}

declare i32 @ocl.address_space(ptr addrspace(4)) memory(none)

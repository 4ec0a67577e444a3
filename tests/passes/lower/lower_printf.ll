; The arguments are packed in steps of 8 bytes and passed to the runtime's function.
; RUN: pass_opt --passes=lower_printf,verify %s | FileCheck %s

@format = addrspace(2) constant [3 x i8] c"%d\00"

define internal void @k.group(<4 x float> %v, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
; CHECK-LABEL: define internal void @k.group(
; CHECK: %printf.arguments = alloca [24 x i8], align 8
; CHECK: store i64 7, ptr %
; CHECK: getelementptr inbounds i8, ptr %printf.arguments, i64 8
; CHECK: store <4 x float> %v
; CHECK: %printf = load ptr, ptr
; CHECK: call i32 %printf(ptr %launch, ptr {{.*}}, ptr %printf.arguments, i64 24)
  %r = call i32 (ptr addrspace(2), ...) @ocl.printf(ptr addrspace(2) @format, i32 7, <4 x float> %v)
  ret void
}

declare i32 @ocl.printf(ptr addrspace(2), ...)

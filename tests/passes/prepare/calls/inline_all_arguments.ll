; Structures passed by value lie in the argument block, which all work-items read. Each work-item therefore has its own
; copy to write to.
; RUN: pass_opt --passes=inline_all,verify %s | FileCheck %s

%pair = type { i32, i32 }

; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %out, ptr noalias readonly byval(%pair) align 4 %p)
; CHECK: %p.copy = alloca %pair, align 4
; CHECK: call void @llvm.memcpy.p0.p0.i64(ptr align 4 %p.copy, ptr align 4 %p, i64 8, i1 false)
; CHECK: store i32 5, ptr %p.copy
; CHECK: %[[V:.*]] = load i32, ptr %p.copy
; CHECK: store i32 %[[V]], ptr addrspace(1) %out
define spir_kernel void @k(ptr addrspace(1) %out, ptr byval(%pair) align 4 %p) {
  store i32 5, ptr %p
  %v = call spir_func i32 @first(ptr %p)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @first(ptr %p) {
  %v = load i32, ptr %p
  ret i32 %v
}

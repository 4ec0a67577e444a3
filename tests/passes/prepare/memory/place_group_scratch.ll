; The scratch memory of work-group builtins becomes one local variable of the kernel.
; RUN: pass_opt --passes=place_group_scratch,verify %s | FileCheck %s

; CHECK: @group_scratch = internal addrspace(3) global [8 x i8] poison, align 8
define spir_kernel void @k(i32 %x) {
; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call
; CHECK: store i32 %x, ptr addrspace(3) @group_scratch
; CHECK: store i32 1, ptr addrspace(3) @group_scratch
  %p = call ptr addrspace(3) @ocl.group_scratch()
  store i32 %x, ptr addrspace(3) %p
  %q = call ptr addrspace(3) @ocl.group_scratch()
  store i32 1, ptr addrspace(3) %q
  ret void
}

declare ptr addrspace(3) @ocl.group_scratch() memory(none)

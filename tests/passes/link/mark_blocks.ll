; Kernels of blocks are marked, and their literals hold no addresses of functions. Calls of such literals stay.
; RUN: pass_opt --passes=mark_blocks,verify %s | FileCheck %s --check-prefixes=CHECK,PLAIN
; RUN: pass_opt --passes=mark_debugged_blocks,verify %s | FileCheck %s --check-prefixes=CHECK,DEBUG

; CHECK: @literal = {{.*}} { i32 16, i32 8, ptr addrspace(4) null }
@literal = internal addrspace(1) constant { i32, i32, ptr addrspace(4) } { i32 16, i32 8, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_2 to ptr addrspace(4)) }

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: store ptr addrspace(4) null, ptr %literal
; PLAIN: call i32 @__enqueue_kernel_basic(i64 0, i32 %flags, ptr %range, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) null)
; DEBUG: %[[FLAGS:.*]] = or i32 %flags, -2147483648
; DEBUG: call i32 @__enqueue_kernel_basic(i64 0, i32 %[[FLAGS]], ptr %range,
; CHECK: call void @__k_block_invoke_2(ptr addrspace(4) null)
; PLAIN: call i32 @_Z14enqueue_marker{{.*}}(i64 0, i32 1,
; DEBUG: call i32 @_Z14enqueue_marker{{.*}}(i64 0, i32 -2147483647,
define spir_kernel void @k(i32 %flags, ptr %range, ptr %literal) {
  store ptr addrspace(4) addrspacecast (ptr @__k_block_invoke to ptr addrspace(4)), ptr %literal
  %s = call i32 @__enqueue_kernel_basic(i64 0, i32 %flags, ptr %range, ptr addrspace(4) addrspacecast (ptr @__k_block_invoke_kernel to ptr addrspace(4)), ptr addrspace(4) null)
  call void @__k_block_invoke_2(ptr addrspace(4) null)
  %m = call i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(i64 0, i32 1, ptr addrspace(4) null, ptr addrspace(4) null)
  ret void
}

; CHECK: define internal void @__k_block_invoke(
define internal void @__k_block_invoke(ptr addrspace(4) %literal) {
  ret void
}

define internal void @__k_block_invoke_2(ptr addrspace(4) %literal) {
  ret void
}

; CHECK: define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) noalias readonly %literal) #[[BLOCK:[0-9]+]]
define spir_kernel void @__k_block_invoke_kernel(ptr addrspace(4) %literal) {
  call void @__k_block_invoke(ptr addrspace(4) %literal)
  ret void
}

declare i32 @__enqueue_kernel_basic(i64, i32, ptr, ptr addrspace(4), ptr addrspace(4))
declare i32 @_Z14enqueue_marker9ocl_queuejPU3AS4K12ocl_clkeventPU3AS4S0_(i64, i32, ptr addrspace(4), ptr addrspace(4))
; PLAIN: attributes #[[BLOCK]] = { "lanewise-block" }
; DEBUG: attributes #[[BLOCK]] = { "lanewise-block" "uniform-work-group-size"="true" }

; Enqueues refer to blocks by number. A kernel lists the blocks that its called functions enqueue.
; RUN: pass_opt --passes=number_blocks,verify %s | FileCheck %s

; CHECK: define spir_kernel void @first() #[[ONE:[0-9]+]]
define spir_kernel void @first() {
  call void @both()
  ret void
}

; CHECK: define spir_kernel void @second() {
define spir_kernel void @second() {
  ret void
}

; CHECK-LABEL: define internal void @both()
; CHECK: call i32 @__enqueue_kernel_basic(i64 0, i32 0, ptr null, ptr addrspace(4) inttoptr (i64 1 to ptr addrspace(4)), ptr addrspace(4) null)
; CHECK: call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) null, ptr addrspace(4) null)
define internal void @both() {
  %s = call i32 @__enqueue_kernel_basic(i64 0, i32 0, ptr null, ptr addrspace(4) addrspacecast (ptr @b_kernel to ptr addrspace(4)), ptr addrspace(4) null)
  %g = call i32 @__get_kernel_work_group_size_impl(ptr addrspace(4) addrspacecast (ptr @a_kernel to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

; CHECK: define spir_kernel void @a_kernel(ptr addrspace(4) %literal) #[[A:[0-9]+]]
define spir_kernel void @a_kernel(ptr addrspace(4) %literal) #0 {
  ret void
}

; A block may enqueue itself.
; CHECK: define spir_kernel void @b_kernel(ptr addrspace(4) %literal) #[[B:[0-9]+]]
; CHECK: inttoptr (i64 1 to ptr addrspace(4))
define spir_kernel void @b_kernel(ptr addrspace(4) %literal) #0 {
  %s = call i32 @__enqueue_kernel_basic(i64 0, i32 0, ptr null, ptr addrspace(4) addrspacecast (ptr @b_kernel to ptr addrspace(4)), ptr addrspace(4) null)
  ret void
}

declare i32 @__enqueue_kernel_basic(i64, i32, ptr, ptr addrspace(4), ptr addrspace(4))
declare i32 @__get_kernel_work_group_size_impl(ptr addrspace(4), ptr addrspace(4))

attributes #0 = { "lanewise-block" }
; CHECK-DAG: attributes #[[ONE]] = { "lanewise-enqueues"="1,0" }
; CHECK-DAG: attributes #[[A]] = { "lanewise-block" }
; CHECK-DAG: attributes #[[B]] = { "lanewise-block" "lanewise-enqueues"="1" }

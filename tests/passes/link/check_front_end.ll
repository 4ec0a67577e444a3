; Forms that a front end may not deliver (docs/design/front_end.md), each with its line.
; RUN: pass_opt --passes=check_front_end --disable-output %s | FileCheck %s --implicit-check-not={{.}}
target triple = "spir64-unknown-unknown"

; CHECK: variable 'by_thread' is local to threads
@by_thread = internal thread_local addrspace(1) global i32 0
; CHECK-NEXT: variable 'private' is in address space 0
@private = internal global i32 0
@shared = internal addrspace(3) global i32 1
@external = external addrspace(1) global i32
; CHECK-NEXT: variable 'far' has a pointer of an unknown address space
@far = internal addrspace(1) global ptr addrspace(7) null
; CHECK-NEXT: variable 'queue' has the target type spirv.Queue
@queue = internal addrspace(1) global target("spirv.Queue") zeroinitializer
@text = internal addrspace(2) constant [2 x i8] c"a\00"

; CHECK-NEXT: kernel 'declared' has no body
; CHECK-NEXT: kernel 'declared' has no kernel_arg_type
; CHECK-NEXT: kernel 'declared' has no kernel_arg_base_type
; CHECK-NEXT: kernel 'declared' has no kernel_arg_addr_space
; CHECK-NEXT: kernel 'declared' has no kernel_arg_access_qual
; CHECK-NEXT: kernel 'declared' has no kernel_arg_type_qual
declare spir_kernel void @declared()

; CHECK-NEXT: kernel 'lists' kernel_arg_type has another length
; CHECK-NEXT: kernel 'lists' reqd_work_group_size has another number of operands
; CHECK-NEXT: kernel 'lists' intel_reqd_sub_group_size has an operand that is no number
; CHECK-NEXT: kernel 'lists' uniform-work-group-size is neither true nor false
; CHECK-NEXT: argument 0 of kernel 'lists' is a private pointer
; CHECK-NEXT: argument 1 of kernel 'lists' is by value, and not private or without alignment
; CHECK-NEXT: argument 2 of kernel 'lists' is an image outside of address space 1
; CHECK-NEXT: argument 3 of kernel 'lists' is a sampler or queue, and no i64
; CHECK-NEXT: argument 4 of kernel 'lists' is a pipe without packet size
define spir_kernel void @lists(ptr %a, ptr byval(i32) %b, ptr addrspace(2) %c, i32 %d, ptr addrspace(1) %e) #0
    !kernel_arg_type !0 !kernel_arg_base_type !1 !kernel_arg_addr_space !2 !kernel_arg_access_qual !1
    !kernel_arg_type_qual !3 !reqd_work_group_size !4 !intel_reqd_sub_group_size !0 {
  ret void
}

; CHECK-NEXT: function 'plain' has no calling convention of spir
define void @plain() {
  ret void
}

; CHECK-NEXT: function 'attributes' has the unknown attribute target-cpu
define spir_func void @attributes() #1 {
  ret void
}

; CHECK-NEXT: function 'llvm.x86.rdtsc' is for another target
declare i64 @llvm.x86.rdtsc()
declare spir_func void @_Z7barrierj(i32)
declare spir_func i32 @printf(ptr addrspace(2), ...)

; CHECK-NEXT: function 'calls' calls '_Z7barrierj' without convergent
; CHECK-NEXT: function 'calls' calls '_Z7barrierj' with another calling convention
; CHECK-NEXT: function 'calls' enqueues no kernel
; CHECK-NEXT: function 'calls' has an atomic of the scope agent
define spir_func void @calls(ptr addrspace(1) %p) {
  call spir_func void @_Z7barrierj(i32 1)
  call void @_Z7barrierj(i32 1) #2
  call spir_func void @_Z7barrierj(i32 1) #2
  %n = call spir_func i32 (ptr addrspace(2), ...) @printf(ptr addrspace(2) @text)
  %m = call spir_func i32 @__enqueue_kernel_basic(i64 0, i32 0, ptr null, ptr null, ptr null)
  %o = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("workgroup") monotonic
  %q = atomicrmw add ptr addrspace(1) %p, i32 1 syncscope("agent") monotonic
  ret void
}

declare spir_func i32 @__enqueue_kernel_basic(i64, i32, ptr, ptr, ptr)

; CHECK-NEXT: function 'loops' has a loop whose properties are no node of their own
; CHECK-NEXT: function 'loops' has a branch back that is none
define spir_func void @loops(i1 %c) {
  br label %head
head:
  br i1 %c, label %head, label %end, !llvm.loop !5, !lanewise.loop_head !6
end:
  ret void, !lanewise.loop_latch !6
}

attributes #0 = { "uniform-work-group-size"="maybe" }
attributes #1 = { "target-cpu"="x86-64" "no-trapping-math"="true" }
attributes #2 = { convergent }
!0 = !{!"int*"}
!1 = !{!"int*", !"pair", !"image2d_t", !"sampler_t", !"int"}
!2 = !{i32 0, i32 0, i32 1, i32 0, i32 1}
!3 = !{!"", !"", !"", !"", !"pipe"}
!4 = !{i32 8, i32 1}
!5 = !{!"llvm.loop.unroll.enable"}
!6 = !{}

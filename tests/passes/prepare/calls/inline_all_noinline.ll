; Calls that forbid inlining, as in unoptimized SPIR-V, are inlined nevertheless: a function that stayed would use ids
; and sub-groups outside of the kernel.
; RUN: pass_opt --passes=inline_all,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call {{.*}}@f
; CHECK: call i32 @ocl.sub_group_lane()
; CHECK-NOT: define {{.*}}@f
define spir_kernel void @k(ptr addrspace(1) %out) convergent noinline optnone {
  %lane = call spir_func i32 @f() convergent noinline nounwind optnone
  store i32 %lane, ptr addrspace(1) %out
  ret void
}

define internal spir_func i32 @f() convergent noinline optnone {
  %lane = call i32 @ocl.sub_group_lane()
  ret i32 %lane
}

declare i32 @ocl.sub_group_lane()

; The width becomes a constant before any other pass, and operations across lanes stay where they are.
; RUN: pass_opt --passes=settle_sub_groups,verify %s | FileCheck %s

declare i32 @ocl.sub_group_width() memory(none)
declare i32 @ocl.sub_group_reduce.add.i32(i32) #1

; CHECK: convergent nofree nomerge {{.*}}memory(inaccessiblemem: readwrite)
; CHECK-NEXT: declare i32 @ocl.sub_group_reduce.add.i32(i32)
; CHECK: define spir_kernel void @k({{.*}} #[[KERNEL:[0-9]+]]
; CHECK: %sum = call i32 @ocl.sub_group_reduce.add.i32(i32 8)
; CHECK: attributes #[[KERNEL]] = {{.*}}"lanewise-uses_sub_groups"
define spir_kernel void @k(ptr addrspace(1) %p) #0 {
  %width = call i32 @ocl.sub_group_width()
  %sum = call i32 @ocl.sub_group_reduce.add.i32(i32 %width)
  store i32 %sum, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "lanewise-sub_group_size"="8" }
attributes #1 = { convergent nounwind }

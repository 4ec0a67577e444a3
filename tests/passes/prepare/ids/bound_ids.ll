; RUN: pass_opt --passes=bound_ids,verify %s | FileCheck %s
; RUN: pass_opt --passes=bound_ids,canonicalize,verify %s | FileCheck --check-prefix=FOLDED %s

; Ids and sizes are below 2^31, and the kernel records that it assumes this.
; CHECK-LABEL: define spir_kernel void @ids(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
; CHECK: call range(i64 0, 2147483648) i64 @ocl.local_size(i32 0)
; FOLDED-LABEL: @ids(
; FOLDED-NOT: {{trunc|sext}}
; FOLDED: ret void
define spir_kernel void @ids(ptr addrspace(1) %p) {
  %id = call i64 @ocl.global_id(i32 0)
  %narrow = trunc i64 %id to i32
  %wide = sext i32 %narrow to i64
  %place = getelementptr i64, ptr addrspace(1) %p, i64 %wide
  %size = call i64 @ocl.local_size(i32 0)
  store i64 %size, ptr addrspace(1) %place
  ret void
}

; Values that depend only on the work-group are bounded for every launch.
; CHECK-LABEL: define spir_kernel void @local(ptr addrspace(1) %p) {
; CHECK: call range(i64 0, 2147483648) i64 @ocl.local_id(i32 0)
define spir_kernel void @local(ptr addrspace(1) %p) {
  %id = call i64 @ocl.local_id(i32 0)
  store i64 %id, ptr addrspace(1) %p
  ret void
}

; Hidden arguments of called functions are bounded like the operations that they replace.
; CHECK-LABEL: define internal void @called(
; CHECK-SAME: i64 range(i64 0, 2147483648) "lanewise-hidden"="ocl.global_id" %id, i64 %other)
define internal void @called(ptr addrspace(1) %p, i64 "lanewise-hidden"="ocl.global_id" %id, i64 %other) {
  store i64 %id, ptr addrspace(1) %p
  ret void
}

; CHECK: attributes #[[KERNEL]] = { "lanewise-small_ids" }
declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.local_size(i32) memory(none)

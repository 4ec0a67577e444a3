; One atomic of the lanes' total where nobody looks at the old values; else one for each lane.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; One atomic of the lanes' total; one per lane when the old value is used.
; CHECK-LABEL: define spir_kernel void @count.full(
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v16i32(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %[[SUM]]
; CHECK: lane:
; CHECK: atomicrmw add ptr addrspace(1) %q
define spir_kernel void @count(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %x = atomicrmw add ptr addrspace(1) %p, i32 %t monotonic
  %y = atomicrmw add ptr addrspace(1) %q, i32 %t monotonic
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define spir_kernel void @maximum.full(
; CHECK: %[[MAX:.*]] = call i32 @llvm.vector.reduce.umax.v16i32(
; CHECK-NEXT: atomicrmw umax ptr addrspace(1) %q, i32 %[[MAX]] monotonic
; CHECK-NOT: atomicrmw
; CHECK-LABEL: define spir_kernel void @maximum.tail(
define spir_kernel void @maximum(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %old = atomicrmw umax ptr addrspace(1) %q, i32 %v monotonic
  ret void
}

; A fence is one for all lanes.
; CHECK-LABEL: define spir_kernel void @fence.full(
; CHECK: fence syncscope("device") seq_cst
; CHECK-NOT: fence
; CHECK-LABEL: define spir_kernel void @fence.tail(
define spir_kernel void @fence(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %a
  fence syncscope("device") seq_cst
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

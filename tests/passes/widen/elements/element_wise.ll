; Uniform and strided values are computed once, others for each lane.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; Uniform and strided values are computed once, for lane 0. The lanes' differences are added where they matter.
; CHECK-LABEL: define spir_kernel void @shapes.full(
; CHECK: %twice = shl i64 %i, 1
; CHECK: %sum = add i64 %n, 5
; CHECK: %[[LANES:.*]] = add <16 x i64> %{{.*}}, <i64 0, i64 2, i64 4,
; CHECK: xor <16 x i64> %[[LANES]],
define spir_kernel void @shapes(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %twice = shl i64 %i, 1
  %sum = add i64 %n, 5
  %mixed = xor i64 %twice, %sum
  %at = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %mixed, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

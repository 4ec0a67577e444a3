; Loads from addresses that memory gave.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @gathered.full(
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p1(
define spir_kernel void @gathered(ptr addrspace(1) %p, ptr addrspace(1) %index) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %index, i64 %i
  %j = load i64, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %b
  %c = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %v, ptr addrspace(1) %c
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

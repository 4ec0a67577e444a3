; Indices are extracted from vectors as 64-bit words, hidden from code generation unless they are loaded values.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"

@histogram.bins = internal addrspace(3) global [256 x i32] poison, align 4
declare i64 @ocl.global_id(i32)

; An index that is not a loaded value is hidden from code generation.
; CHECK-LABEL: define spir_kernel void @masked.full(
; CHECK: %[[LOW:.*]] = and <16 x i8>
; CHECK: %[[REALS:.*]] = bitcast <16 x i8> %[[LOW]] to <2 x double>
; CHECK-NEXT: %[[FENCED:.*]] = call <2 x double> @llvm.arithmetic.fence.v2f64(<2 x double> %[[REALS]])
; CHECK-NEXT: %[[WORDS:.*]] = bitcast <2 x double> %[[FENCED]] to <2 x i64>
; CHECK-NEXT: extractelement <2 x i64> %[[WORDS]], i64 0
; CHECK-LABEL: define spir_kernel void @masked.tail(
define spir_kernel void @masked(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %a
  %low = and i8 %v, 15
  %index = zext i8 %low to i64
  %bin = getelementptr inbounds i32, ptr addrspace(3) @histogram.bins, i64 %index
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

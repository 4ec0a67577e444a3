; Widens loads whose addresses differ by a known step from lane to lane.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; If the step is large, each lane's element is loaded by itself. With a mask a gather is used.
; CHECK-LABEL: define spir_kernel void @column.full(
; CHECK: %[[V0:.*]] = load i32, ptr addrspace(1) %a, align 4
; CHECK: %[[L0:.*]] = insertelement <16 x i32> poison, i32 %[[V0]], i64 0
; CHECK: %[[A1:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 68
; CHECK: %[[V1:.*]] = load i32, ptr addrspace(1) %[[A1]], align 4
; CHECK: insertelement <16 x i32> %[[L0]], i32 %[[V1]], i64 1
; CHECK: getelementptr i8, ptr addrspace(1) %a, i64 1020
; CHECK-LABEL: define spir_kernel void @column.tail(
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p1(
define spir_kernel void @column(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = mul i64 %i, 17
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

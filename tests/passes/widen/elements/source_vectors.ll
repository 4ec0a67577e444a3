; Source vectors: one vector of all lanes for each component.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; Loads and stores access contiguous memory and transpose it; shuffles, extracts and inserts only choose among
; components.
; CHECK-LABEL: define spir_kernel void @components.full(
; CHECK-COUNT-4: load <16 x float>
; CHECK: %[[XY1:.*]] = shufflevector <16 x float> %[[A:.*]], <16 x float> %[[B:.*]], <16 x i32> <i32 0, i32 4, i32 8, i32 12, i32 16, i32 20, i32 24, i32 28, i32 1, i32 5,
; CHECK-NEXT: %[[ZW1:.*]] = shufflevector <16 x float> %[[A]], <16 x float> %[[B]], <16 x i32> <i32 2, i32 6,
; CHECK-NEXT: %[[XY2:.*]] = shufflevector <16 x float>
; CHECK-NEXT: %[[ZW2:.*]] = shufflevector <16 x float>
; CHECK-NEXT: %[[X:.*]] = shufflevector <16 x float> %[[XY1]], <16 x float> %[[XY2]], <16 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 16,
; CHECK-NEXT: %[[Y:.*]] = shufflevector <16 x float> %[[XY1]], <16 x float> %[[XY2]], <16 x i32> <i32 8,
; CHECK-NEXT: %[[Z:.*]] = shufflevector <16 x float> %[[ZW1]], <16 x float> %[[ZW2]], <16 x i32> <i32 0,
; CHECK-NEXT: %[[W:.*]] = shufflevector <16 x float> %[[ZW1]], <16 x float> %[[ZW2]], <16 x i32> <i32 8,
; CHECK: fadd <16 x float> %[[W]], %[[X]]
; CHECK: %[[YY:.*]] = fadd <16 x float> %[[Y]], %[[Y]]
; CHECK: fadd <16 x float> %[[Y]], %[[Z]]
; CHECK: fadd <16 x float> %[[X]], %[[W]]
; CHECK: shufflevector <16 x float> %[[Z]], <16 x float> %[[YY]]
; CHECK-COUNT-4: store <16 x float>
define spir_kernel void @components(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a
  %s = shufflevector <4 x float> %v, <4 x float> poison, <4 x i32> <i32 3, i32 1, i32 1, i32 0>
  %x = extractelement <4 x float> %v, i32 2
  %y = fadd <4 x float> %s, %v
  %z = insertelement <4 x float> %y, float %x, i32 0
  %b = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %i
  store <4 x float> %z, ptr addrspace(1) %b
  ret void
}

; A varying component index is resolved by comparisons.
; CHECK-LABEL: define spir_kernel void @variable_component.full(
; CHECK: %[[N:.*]] = and <16 x i32> %{{.*}}, splat (i32 3)
; CHECK: icmp eq <16 x i32> %[[N]], splat (i32 1)
; CHECK: icmp eq <16 x i32> %[[N]], splat (i32 2)
; CHECK: icmp eq <16 x i32> %[[N]], splat (i32 3)
define spir_kernel void @variable_component(ptr addrspace(1) %p, ptr addrspace(1) %q, <4 x i32> %v) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %n = load i32, ptr addrspace(1) %a
  %low = and i32 %n, 3
  %e = extractelement <4 x i32> %v, i32 %low
  store i32 %e, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

; Calls of late builtins use the widest overload, of at most 16 elements. A call on a source vector becomes one for each
; component.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare float @_Z3sinf(float) memory(none)
declare <4 x float> @_Z3sinDv4_f(<4 x float>) memory(none)
declare float @_Z3powff(float, float) memory(none)
declare float @llvm.fma.f32(float, float, float)

; CHECK-LABEL: define spir_kernel void @builtins.full(
; CHECK: %[[LOW:.*]] = call <16 x float> @_Z3sinDv16_f(<16 x float>
; CHECK: %[[HIGH:.*]] = call <16 x float> @_Z3sinDv16_f(<16 x float>
; CHECK: shufflevector <16 x float> %[[LOW]], <16 x float> %[[HIGH]], <32 x i32> <i32 0, i32 1,
; CHECK: %u = call float @_Z3sinf(float %x)
; CHECK-COUNT-2: call <16 x float> @_Z3powDv16_fS_(<16 x float> %{{.*}}, <16 x float>
; CHECK: call <32 x float> @llvm.fma.v32f32(
define spir_kernel void @builtins(ptr addrspace(1) %p, float %x) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %s = call float @_Z3sinf(float %v)
  %u = call float @_Z3sinf(float %x)
  %w = call float @_Z3powff(float %s, float %u)
  %f = call float @llvm.fma.f32(float %v, float %w, float %u)
  store float %f, ptr addrspace(1) %a
  ret void
}

; A call on a source vector becomes one for each component.
; CHECK-LABEL: define spir_kernel void @components.full(
; CHECK-NOT: @_Z3sinDv4_f
; CHECK-COUNT-8: call <16 x float> @_Z3sinDv16_f(
; CHECK-LABEL: define spir_kernel void @components.tail(
define spir_kernel void @components(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a
  %s = call <4 x float> @_Z3sinDv4_f(<4 x float> %v)
  store <4 x float> %s, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="32" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

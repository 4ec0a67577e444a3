; The names of vector overloads: the widest that fits the lanes, a repeated vector type as a substitution, and scalar
; parameters widened with the others. A uniform call keeps its scalar overload.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare double @_Z3sind(double) memory(none)
declare float @_Z3powff(float, float) memory(none)
declare float @_Z5ldexpfi(float, i32) memory(none)
declare <2 x float> @_Z3powDv2_fS_(<2 x float>, <2 x float>) memory(none)

; CHECK-LABEL: define spir_kernel void @eight.full(
; CHECK: call <8 x double> @_Z3sinDv8_d(<8 x double>
; CHECK: call <8 x float> @_Z3powDv8_fS_(<8 x float> %{{.*}}, <8 x float>
; CHECK: call <8 x float> @_Z5ldexpDv8_fDv8_i(<8 x float> %{{.*}}, <8 x i32>
; CHECK: call float @_Z3powff(float %x, float 2.000000e+00)
define spir_kernel void @eight(ptr addrspace(1) %p, ptr addrspace(1) %q, float %x) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %a = getelementptr double, ptr addrspace(1) %p, i64 %i
  %v = load double, ptr addrspace(1) %a
  %s = call double @_Z3sind(double %v)
  store double %s, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  %w = load float, ptr addrspace(1) %b
  %y = call float @_Z3powff(float %w, float %x)
  %z = call float @_Z5ldexpfi(float %y, i32 %t)
  %u = call float @_Z3powff(float %x, float 2.0)
  %r = fadd float %z, %u
  store float %r, ptr addrspace(1) %b
  ret void
}

; A source vector's call becomes one call for each component, each for all lanes.
; CHECK-LABEL: define spir_kernel void @two_components.full(
; CHECK-COUNT-2: call <8 x float> @_Z3powDv8_fS_(
; CHECK-LABEL: define spir_kernel void @two_components.tail(
define spir_kernel void @two_components(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <2 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <2 x float>, ptr addrspace(1) %a
  %s = call <2 x float> @_Z3powDv2_fS_(<2 x float> %v, <2 x float> %v)
  store <2 x float> %s, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="8" "target-features"="+avx2" }

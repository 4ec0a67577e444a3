; Images become the addresses of their descriptors, and samplers become words with the values in the source.
; RUN: pass_opt --passes=replace_opaque_types,replace_sampler_values,verify %s | FileCheck %s

; CHECK: @at_program_scope = internal addrspace(2) constant i64 0
@at_program_scope = external addrspace(2) constant target("spirv.Sampler")

; CHECK-NOT: __translate_sampler_initializer
declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)
; CHECK: declare spir_func <4 x float> @use(ptr addrspace(1), i64)
declare spir_func <4 x float> @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0), target("spirv.Sampler"))

; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) %image, i64 %given)
; CHECK: call spir_func <4 x float> @use(ptr addrspace(1) %image, i64 16)
; CHECK: call spir_func <4 x float> @use(ptr addrspace(1) %image, i64 %given)
define spir_kernel void @k(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %given) {
  %s = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 16)
  %a = call spir_func <4 x float> @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %s)
  %b = call spir_func <4 x float> @use(target("spirv.Image", void, 1, 0, 0, 0, 0, 0, 0) %image, target("spirv.Sampler") %given)
  ret void
}

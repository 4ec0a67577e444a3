; Samplers that a source spells out become null, so that kernels that do not use them can be made.
; RUN: pass_opt --passes=forget_samplers,verify %s | FileCheck %s

; CHECK: @at_program_scope = internal addrspace(2) constant target("spirv.Sampler") zeroinitializer
@at_program_scope = external addrspace(2) constant target("spirv.Sampler")

declare spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32)
declare spir_func void @use(target("spirv.Sampler"))

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: __translate_sampler_initializer
; CHECK: call spir_func void @use(target("spirv.Sampler") zeroinitializer)
define spir_kernel void @k() {
  %s = call spir_func target("spirv.Sampler") @__translate_sampler_initializer(i32 16)
  call spir_func void @use(target("spirv.Sampler") %s)
  ret void
}

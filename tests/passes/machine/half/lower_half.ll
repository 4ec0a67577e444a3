; Half arithmetic is computed in float, and each result is rounded. Conversions use F16C if the target has it, otherwise
; integer operations.
; RUN: pass_opt --passes=lower_half,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: @sum
; CHECK: %[[X:.*]] = fpext <16 x half> %x to <16 x float>
; CHECK: %[[Y:.*]] = fpext <16 x half> %y to <16 x float>
; CHECK: %[[Z:.*]] = fadd <16 x float>
; CHECK: %[[R:.*]] = fptrunc <16 x float> %[[Z]] to <16 x half>
; CHECK: ret <16 x half> %[[R]]
define <16 x half> @sum(<16 x half> %x, <16 x half> %y) #0 {
  %z = fadd <16 x half> %x, %y
  ret <16 x half> %z
}

; Contraction still rounds between the operations, because half has no more precision.
; CHECK-LABEL: @multiply_add
; CHECK: fmul float
; CHECK: fptrunc float
; CHECK: fpext half
; CHECK: fadd float
; CHECK: fptrunc float
define half @multiply_add(half %x, half %y, half %z) #0 {
  %r = call half @llvm.fmuladd.f16(half %x, half %y, half %z)
  ret half %r
}

; The result is rounded only once: the sum of floats is rounded to odd.
; CHECK-LABEL: @fused
; CHECK-NOT: @llvm.fma
; CHECK: or i32 {{.*}}, 1
; CHECK: fcmp one float
; CHECK: fptrunc float
; CHECK-NOT: fptrunc
define half @fused(half %x, half %y, half %z) #0 {
  %r = call half @llvm.fma.f16(half %x, half %y, half %z)
  ret half %r
}

; CHECK-LABEL: @others
; CHECK: call <4 x float> @llvm.sqrt.v4f32
; CHECK: fcmp olt <4 x float>
; CHECK: fptosi <4 x float> {{.*}} to <4 x i32>
; CHECK: call <4 x half> @llvm.fabs.v4f16
; CHECK: select <4 x i1> {{.*}}, <4 x half>
define <4 x half> @others(<4 x half> %x, ptr %out) #0 {
  %root = call <4 x half> @llvm.sqrt.v4f16(<4 x half> %x)
  %less = fcmp olt <4 x half> %root, %x
  %whole = fptosi <4 x half> %root to <4 x i32>
  store <4 x i32> %whole, ptr %out
  %magnitude = call <4 x half> @llvm.fabs.v4f16(<4 x half> %x)
  %r = select <4 x i1> %less, <4 x half> %root, <4 x half> %magnitude
  ret <4 x half> %r
}

; A double is rounded to odd in float first: the float's last bit records whether this rounding was exact.
; CHECK-LABEL: @from_double
; CHECK: fptrunc double %x to float
; CHECK: or i32 {{.*}}, 1
; CHECK: fptrunc float {{.*}} to half
define half @from_double(double %x) #0 {
  %r = fptrunc double %x to half
  ret half %r
}

; CHECK-LABEL: @without_instructions
; CHECK: bitcast <8 x half> %x to <8 x i16>
; CHECK-NOT: fpext
; CHECK-NOT: fptrunc
; CHECK: trunc <8 x i32> {{.*}} to <8 x i16>
; CHECK: bitcast <8 x i16> {{.*}} to <8 x half>
; CHECK: ret
define <8 x half> @without_instructions(<8 x half> %x) #1 {
  %r = fmul <8 x half> %x, %x
  ret <8 x half> %r
}

; CHECK-LABEL: @atomic
; CHECK: load atomic i16, ptr %p syncscope("device") monotonic
; CHECK: atomic.try:
; CHECK: fadd float
; CHECK: cmpxchg ptr %p, i16 {{.*}}, i16 {{.*}} syncscope("device") seq_cst seq_cst
define half @atomic(ptr %p, half %x) #0 {
  %r = atomicrmw fadd ptr %p, half %x syncscope("device") seq_cst, align 2
  ret half %r
}

; CHECK-LABEL: @streamed
; CHECK: store <32 x i16> {{.*}}, ptr %p, align 64, !nontemporal
define void @streamed(<32 x half> %x, ptr %p) #0 {
  store <32 x half> %x, ptr %p, align 64, !nontemporal !0
  ret void
}

!0 = !{i32 1}

declare half @llvm.fmuladd.f16(half, half, half)
declare half @llvm.fma.f16(half, half, half)
declare <4 x half> @llvm.sqrt.v4f16(<4 x half>)
declare <4 x half> @llvm.fabs.v4f16(<4 x half>)

attributes #0 = { "target-features"="+sse2,+f16c" }
attributes #1 = { "target-features"="+sse2" }

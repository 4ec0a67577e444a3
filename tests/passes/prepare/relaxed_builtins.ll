; Calls that may be approximate use the native_ functions, only for float, and only those that are accurate enough.
; RUN: pass_opt --passes=relaxed_builtins,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare float @_Z3sinf(float) #0
declare <4 x float> @_Z4log2Dv4_f(<4 x float>) #0
declare float @_Z4powrff(float, float) #0
declare float @_Z4atanf(float) #0
declare <4 x float> @_Z4sinhDv4_f(<4 x float>) #0
declare float @_Z6acospif(float) #0
declare float @_Z3tanf(float) #0
declare double @_Z3sind(double) #0
declare half @_Z3sinDh(half) #0

; CHECK-LABEL: @relaxed
; CHECK: call fast float @_Z10native_sinf(float %x)
; CHECK: call afn <4 x float> @_Z11native_log2Dv4_f(<4 x float> %v)
; CHECK: call afn float @_Z11native_powrff(float %a, float %x)
; CHECK: call fast float @_Z17__lw_relaxed_atanf(float %x)
; CHECK: call afn <4 x float> @_Z17__lw_relaxed_sinhDv4_f(<4 x float> %v)
; CHECK: call afn float @_Z19__lw_relaxed_acospif(float %x)
define void @relaxed(float %x, <4 x float> %v, ptr %out) {
  %a = call fast float @_Z3sinf(float %x)
  %b = call afn <4 x float> @_Z4log2Dv4_f(<4 x float> %v)
  %c = call afn float @_Z4powrff(float %a, float %x)
  store volatile <4 x float> %b, ptr %out
  store volatile float %c, ptr %out
  %d = call fast float @_Z4atanf(float %x)
  store volatile float %d, ptr %out
  %e = call afn <4 x float> @_Z4sinhDv4_f(<4 x float> %v)
  store volatile <4 x float> %e, ptr %out
  %f = call afn float @_Z6acospif(float %x)
  store volatile float %f, ptr %out
  ret void
}

; CHECK-LABEL: @others
; CHECK: call nnan float @_Z3sinf(float %x)
; CHECK: call fast float @_Z3tanf(float %x)
; CHECK: call fast double @_Z3sind(double %y)
; CHECK: call fast half @_Z3sinDh(half %h)
define void @others(float %x, double %y, half %h) {
  %a = call nnan float @_Z3sinf(float %x)
  %b = call fast float @_Z3tanf(float %x)
  %c = call fast double @_Z3sind(double %y)
  %d = call fast half @_Z3sinDh(half %h)
  ret void
}

; CHECK: declare float @_Z10native_sinf(float) #[[ATTRIBUTES:.*]]
; CHECK: attributes #[[ATTRIBUTES]] = { nounwind memory(none) }
attributes #0 = { nounwind memory(none) }

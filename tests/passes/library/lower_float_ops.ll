; Float operations become AVX-512's instructions for exponents and estimates if the target has them. On other targets,
; @ocl.has_float_ops() becomes 0, so that the library does not use the operations.
; RUN: pass_opt --passes=lower_float_ops,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare i32 @ocl.has_float_ops()
declare <16 x float> @ocl.scale_exponent.v16f32(<16 x float>, <16 x float>)
declare <8 x double> @ocl.scale_double.v8f64(<8 x double>, <8 x double>)
declare <2 x double> @ocl.scale_double.v2f64(<2 x double>, <2 x double>)
declare <16 x float> @ocl.significand.v16f32(<16 x float>)
declare <16 x float> @ocl.recip_estimate.v16f32(<16 x float>)
declare <8 x double> @ocl.rsqrt_double.v8f64(<8 x double>)
declare <4 x float> @ocl.exponent_part.v4f32(<4 x float>)
declare <8 x float> @ocl.mantissa_part.v8f32(<8 x float>)
declare <4 x float> @ocl.fraction_part.v4f32(<4 x float>)
declare <16 x float> @ocl.fraction_part.v16f32(<16 x float>)
declare <8 x double> @ocl.look_up_double.v8f64(<8 x double>, <8 x double>, <8 x i64>)
declare <16 x float> @ocl.rsqrt_estimate.v16f32(<16 x float>)

; CHECK-LABEL: @with
; CHECK: call <16 x float> @llvm.x86.avx512.mask.scalef.ps.512(<16 x float> %x, <16 x float> %n, <16 x float> zeroinitializer, i16 -1, i32 4)
; CHECK: ret i32 1
define i32 @with(<16 x float> %x, <16 x float> %n, ptr %out) #0 {
  %has = call i32 @ocl.has_float_ops()
  %y = call <16 x float> @ocl.scale_exponent.v16f32(<16 x float> %x, <16 x float> %n)
  store <16 x float> %y, ptr %out
  ret i32 %has
}

; CHECK-LABEL: @parts
; CHECK: call <4 x float> @llvm.x86.avx512.mask.getexp.ps.128(<4 x float> %x, <4 x float> zeroinitializer, i8 -1)
; CHECK: call <8 x float> @llvm.x86.avx512.mask.getmant.ps.256(<8 x float> %y, i32 11, <8 x float> zeroinitializer, i8 -1)
define void @parts(<4 x float> %x, <8 x float> %y, ptr %out) #0 {
  %e = call <4 x float> @ocl.exponent_part.v4f32(<4 x float> %x)
  store <4 x float> %e, ptr %out
  %m = call <8 x float> @ocl.mantissa_part.v8f32(<8 x float> %y)
  store <8 x float> %m, ptr %out
  ret void
}

; CHECK-LABEL: @fractions
; CHECK: call <4 x float> @llvm.x86.avx512.mask.reduce.ps.128(<4 x float> %x, i32 9, <4 x float> zeroinitializer, i8 -1)
; CHECK: call <16 x float> @llvm.x86.avx512.mask.reduce.ps.512(<16 x float> %y, i32 9, <16 x float> zeroinitializer, i16 -1, i32 4)
define void @fractions(<4 x float> %x, <16 x float> %y, ptr %out) #0 {
  %a = call <4 x float> @ocl.fraction_part.v4f32(<4 x float> %x)
  store <4 x float> %a, ptr %out
  %b = call <16 x float> @ocl.fraction_part.v16f32(<16 x float> %y)
  store <16 x float> %b, ptr %out
  ret void
}

; CHECK-LABEL: @significand
; CHECK: call <16 x float> @llvm.x86.avx512.mask.getmant.ps.512(<16 x float> %x, i32 8, <16 x float> zeroinitializer, i16 -1, i32 4)
define <16 x float> @significand(<16 x float> %x) #0 {
  %y = call <16 x float> @ocl.significand.v16f32(<16 x float> %x)
  ret <16 x float> %y
}

; CHECK-LABEL: @inverse
; CHECK: call <16 x float> @llvm.x86.avx512.rcp14.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1)
define <16 x float> @inverse(<16 x float> %x) #0 {
  %y = call <16 x float> @ocl.recip_estimate.v16f32(<16 x float> %x)
  ret <16 x float> %y
}

; CHECK-LABEL: @estimate
; CHECK: call <16 x float> @llvm.x86.avx512.rsqrt14.ps.512(<16 x float> %x, <16 x float> zeroinitializer, i16 -1)
define <16 x float> @estimate(<16 x float> %x) #0 {
  %y = call <16 x float> @ocl.rsqrt_estimate.v16f32(<16 x float> %x)
  ret <16 x float> %y
}

; CHECK-LABEL: @estimate_of_doubles
; CHECK: call <8 x double> @llvm.x86.avx512.rsqrt14.pd.512(<8 x double> %x, <8 x double> zeroinitializer, i8 -1)
define <8 x double> @estimate_of_doubles(<8 x double> %x) #0 {
  %y = call <8 x double> @ocl.rsqrt_double.v8f64(<8 x double> %x)
  ret <8 x double> %y
}

; CHECK-LABEL: @doubles
; CHECK: call <8 x double> @llvm.x86.avx512.mask.scalef.pd.512(<8 x double> %x, <8 x double> %n, <8 x double> zeroinitializer, i8 -1, i32 4)
; CHECK: call <2 x double> @llvm.x86.avx512.mask.scalef.pd.128(<2 x double> %y, <2 x double> %y, <2 x double> zeroinitializer, i8 -1)
define <2 x double> @doubles(<8 x double> %x, <8 x double> %n, <2 x double> %y, ptr %out) #0 {
  %a = call <8 x double> @ocl.scale_double.v8f64(<8 x double> %x, <8 x double> %n)
  store <8 x double> %a, ptr %out
  %b = call <2 x double> @ocl.scale_double.v2f64(<2 x double> %y, <2 x double> %y)
  ret <2 x double> %b
}

; CHECK-LABEL: @table
; CHECK: call <8 x double> @llvm.x86.avx512.vpermi2var.pd.512(<8 x double> %low, <8 x i64> %numbers, <8 x double> %high)
define <8 x double> @table(<8 x double> %low, <8 x double> %high, <8 x i64> %numbers) #0 {
  %y = call <8 x double> @ocl.look_up_double.v8f64(<8 x double> %low, <8 x double> %high, <8 x i64> %numbers)
  ret <8 x double> %y
}

; CHECK-LABEL: @without
; CHECK-NOT: {{br i1|ocl|poison}}
; CHECK: fneg <16 x float> %x
define <16 x float> @without(<16 x float> %x) #1 {
entry:
  %has = call i32 @ocl.has_float_ops()
  %no = icmp eq i32 %has, 0
  br i1 %no, label %other, label %way
way:
  %y = call <16 x float> @ocl.scale_exponent.v16f32(<16 x float> %x, <16 x float> %x)
  br label %end
other:
  %z = fneg <16 x float> %x
  br label %end
end:
  %r = phi <16 x float> [ %y, %way ], [ %z, %other ]
  ret <16 x float> %r
}

attributes #0 = { "target-features"="+avx512f,+avx512dq,+avx512vl" }
attributes #1 = { "target-features"="+avx2,+fma" }

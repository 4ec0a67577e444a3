; fmin and fmax become one instruction if an operand is known to be a number, or if both are computed.
; RUN: pass_opt --passes=short_min_max,verify %s | FileCheck %s

declare float @llvm.minnum.f32(float, float)
declare float @llvm.maxnum.f32(float, float)
declare double @llvm.maxnum.f64(double, double)
declare <16 x float> @llvm.minnum.v16f32(<16 x float>, <16 x float>)
declare <16 x float> @llvm.maxnum.v16f32(<16 x float>, <16 x float>)
declare <32 x float> @llvm.maxnum.v32f32(<32 x float>, <32 x float>)
declare <8 x double> @llvm.minnum.v8f64(<8 x double>, <8 x double>)

; The maximum of a row starts with a number.
; CHECK-LABEL: define <16 x float> @greatest(
; CHECK: %[[MORE:.*]] = fcmp ogt <16 x float> %x, %m
; CHECK-NEXT: %next = select <16 x i1> %[[MORE]], <16 x float> %x, <16 x float> %m
define <16 x float> @greatest(ptr %p, i32 %n) #0 {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %m = phi <16 x float> [ splat (float -1.0), %entry ], [ %next, %loop ]
  %a = getelementptr <16 x float>, ptr %p, i32 %k
  %x = load <16 x float>, ptr %a
  %next = call <16 x float> @llvm.maxnum.v16f32(<16 x float> %m, <16 x float> %x)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  ret <16 x float> %next
}

; The same for the minimum, without AVX-512.
; CHECK-LABEL: define float @least(
; CHECK: %[[LESS:.*]] = fcmp olt float %x, %m
; CHECK-NEXT: %next = select i1 %[[LESS]], float %x, float %m
define float @least(ptr %p, i32 %n) #1 {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %m = phi float [ 1.0, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr %p, i32 %k
  %x = load float, ptr %a
  %next = call float @llvm.minnum.f32(float %x, float %m)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  ret float %next
}

; The start is a loaded value, which may be a signaling NaN.
; CHECK-LABEL: define float @from_memory(
; CHECK: call float @llvm.maxnum.f32
define float @from_memory(ptr %p, i32 %n) #0 {
entry:
  %first = load float, ptr %p
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %loop ]
  %m = phi float [ %first, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr %p, i32 %k
  %x = load float, ptr %a
  %next = call float @llvm.maxnum.f32(float %m, float %x)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %loop, label %end
end:
  ret float %next
}

; One of two edges into the loop brings a NaN, even if all later values are numbers.
; CHECK-LABEL: define float @one_way_in(
; CHECK: call float @llvm.maxnum.f32(float %m, float %y)
define float @one_way_in(ptr %p, i1 %way) #1 {
entry:
  %x = load float, ptr %p
  br i1 %way, label %loop, label %other
other:
  br label %loop
loop:
  %m = phi float [ %x, %entry ], [ 1.0, %other ], [ %next, %loop ]
  %y = load volatile float, ptr %p
  %next = call float @llvm.maxnum.f32(float %m, float %y)
  %again = load volatile i1, ptr %p
  br i1 %again, label %loop, label %end
end:
  ret float %next
}

; A computed value is no signaling NaN.
; CHECK-LABEL: define <16 x float> @nearest(
; CHECK: %m = call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %a, <16 x float> %b, i32 4, <16 x float> poison, i16 -1, i32 4)
define <16 x float> @nearest(<16 x float> %x, <16 x float> %y) #0 {
  %a = fmul <16 x float> %x, %y
  %b = fadd <16 x float> %x, %y
  %m = call <16 x float> @llvm.minnum.v16f32(<16 x float> %a, <16 x float> %b)
  ret <16 x float> %m
}

; CHECK-LABEL: define <32 x float> @of_two_registers(
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %{{.*}}, <16 x float> %{{.*}}, i32 5,
; CHECK: call <16 x float> @llvm.x86.avx512.mask.range.ps.512(<16 x float> %{{.*}}, <16 x float> %{{.*}}, i32 5,
; CHECK: %m = shufflevector <32 x float>
define <32 x float> @of_two_registers(<32 x float> %x, <32 x float> %y) #0 {
  %a = fmul <32 x float> %x, %y
  %b = fadd <32 x float> %x, %y
  %m = call <32 x float> @llvm.maxnum.v32f32(<32 x float> %a, <32 x float> %b)
  ret <32 x float> %m
}

; CHECK-LABEL: define <8 x double> @doubles(
; CHECK: call <8 x double> @llvm.x86.avx512.mask.range.pd.512(<8 x double> %a, <8 x double> %b, i32 4, <8 x double> poison, i8 -1, i32 4)
define <8 x double> @doubles(<8 x double> %x, <8 x double> %y) #0 {
  %a = fmul <8 x double> %x, %y
  %b = fadd <8 x double> %x, %y
  %m = call <8 x double> @llvm.minnum.v8f64(<8 x double> %a, <8 x double> %b)
  ret <8 x double> %m
}

; CHECK-LABEL: define double @of_one_work_item(
; CHECK: call <2 x double> @llvm.x86.avx512.mask.range.sd(<2 x double> %{{.*}}, <2 x double> %{{.*}}, <2 x double> poison, i8 -1, i32 5, i32 4)
; CHECK: %m = extractelement
define double @of_one_work_item(double %x, double %y) #0 {
  %a = fmul double %x, %y
  %b = fadd double %x, %y
  %m = call double @llvm.maxnum.f64(double %a, double %b)
  ret double %m
}

; Without the instruction the call stays. So do calls that code generation handles well itself.
; CHECK-LABEL: define float @without(
; CHECK: call float @llvm.minnum.f32(float %a, float %b)
define float @without(float %x, float %y) #1 {
  %a = fmul float %x, %y
  %b = fadd float %x, %y
  %m = call float @llvm.minnum.f32(float %a, float %b)
  ret float %m
}

; CHECK-LABEL: define float @by_constant(
; CHECK: call float @llvm.minnum.f32(float %x, float 1.000000e+00)
define float @by_constant(float %x) #0 {
  %m = call float @llvm.minnum.f32(float %x, float 1.0)
  ret float %m
}

; A fraction of a loaded value is computed; its absolute value alone is not.
; CHECK-LABEL: define float @absolute(
; CHECK: call float @llvm.minnum.f32(float %a, float %b)
define float @absolute(ptr %p, float %y) #0 {
  %x = load float, ptr %p
  %a = call float @llvm.fabs.f32(float %x)
  %b = fadd float %y, %y
  %m = call float @llvm.minnum.f32(float %a, float %b)
  ret float %m
}
declare float @llvm.fabs.f32(float)

attributes #0 = { "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" "prefer-vector-width"="512" }
attributes #1 = { "target-features"="+avx2" "prefer-vector-width"="256" }

; Float arithmetic on small whole numbers becomes arithmetic on 16-bit integers.
; RUN: pass_opt --passes=small_integers,verify %s | FileCheck %s

declare float @llvm.fmuladd.f32(float, float, float)
declare float @llvm.fabs.f32(float)
declare void @use(float)

; CHECK-LABEL: define float @sums(
; CHECK-NEXT: %[[A:.*]] = zext i8 %x to i16
; CHECK-NEXT: %[[B:.*]] = zext i8 %y to i16
; CHECK-NEXT: %[[T:.*]] = mul i16 %[[B]], 2
; CHECK-NEXT: %[[S:.*]] = add i16 %[[T]], %[[A]]
; CHECK-NEXT: %[[D:.*]] = sub i16 %[[S]], %[[B]]
; CHECK-NEXT: %[[F:.*]] = sitofp i16 %[[D]] to float
; CHECK-NEXT: %r = fmul float %[[F]], %k
; CHECK-NEXT: ret float %r
define float @sums(i8 %x, i8 %y, float %k) {
  %a = uitofp i8 %x to float
  %b = uitofp i8 %y to float
  %s = call float @llvm.fmuladd.f32(float %b, float 2.0, float %a)
  %d = fsub float %s, %b
  %r = fmul float %d, %k
  ret float %r
}

; Vectors may have a factor for each element. A comparison, a select and a conversion back stay integers.
; CHECK-LABEL: define <2 x i8> @clamped(
; CHECK: %[[A:.*]] = zext <2 x i8> %x to <2 x i16>
; CHECK: %[[S:.*]] = mul <2 x i16> %[[A]], <i16 3, i16 4>
; CHECK: %[[C:.*]] = icmp slt <2 x i16> %[[S]], splat (i16 255)
; CHECK: %[[M:.*]] = select <2 x i1> %[[C]], <2 x i16> %[[S]], <2 x i16> splat (i16 255)
; CHECK: %[[N:.*]] = trunc <2 x i16> %[[M]] to <2 x i8>
; CHECK-NOT: float
; CHECK: ret <2 x i8> %[[N]]
define <2 x i8> @clamped(<2 x i8> %x) {
  %a = uitofp <2 x i8> %x to <2 x float>
  %s = fmul <2 x float> %a, <float 3.0, float 4.0>
  %c = fcmp olt <2 x float> %s, splat (float 255.0)
  %m = select <2 x i1> %c, <2 x float> %s, <2 x float> splat (float 255.0)
  %n = fptoui <2 x float> %m to <2 x i8>
  ret <2 x i8> %n
}

; Known bits bound wider integers.
; CHECK-LABEL: define float @bounded(
; CHECK: %[[A:.*]] = trunc i32 %low to i16
; CHECK: %[[D:.*]] = sub i16 %[[A]]
; CHECK: %[[E:.*]] = sub i16 %[[D]]
; CHECK: call i16 @llvm.abs.i16(i16 %[[E]], i1 false)
define float @bounded(i32 %x, i8 %y, i8 %z) {
  %low = and i32 %x, 1023
  %a = uitofp i32 %low to float
  %b = sitofp i8 %y to float
  %c = sitofp i8 %z to float
  %d = fsub float %a, %b
  %e = fsub float %d, %c
  %r = call float @llvm.fabs.f32(float %e)
  ret float %r
}

; A product that may be -0.0 is excluded.
; CHECK-LABEL: define float @negative_zero(
; CHECK: %[[F:.*]] = sitofp i16 %{{.*}} to float
; CHECK: fmul float %[[F]], -1.000000e+00
define float @negative_zero(i8 %x, i8 %y) {
  %a = uitofp i8 %x to float
  %b = uitofp i8 %y to float
  %s = fadd float %a, %b
  %n = fmul float %s, -1.0
  ret float %n
}

; Excluded: factors that are no whole numbers, sums that may exceed 16 bits, and conversions that save nothing.
; CHECK-LABEL: define void @kept(
; CHECK-NOT: i16
; CHECK: ret void
define void @kept(i8 %x, i8 %y, i32 %z) {
  %a = uitofp i8 %x to float
  %b = uitofp i8 %y to float
  %n = fmul float %a, -1.0
  call void @use(float %n)
  %h = fmul float %a, 0.5
  call void @use(float %h)
  %p = fmul float %a, %b
  call void @use(float %p)
  %m = fadd float %a, -0.0
  call void @use(float %m)
  %w = uitofp i32 %z to float
  %s = fadd float %w, %a
  call void @use(float %s)
  call void @use(float %b)
  ret void
}

; The sine and cosine of one value become one sincos of the library, inlined. Calls with two values, calls for doubles,
; and calls in two blocks stay.
; RUN: pass_opt --passes=pair_angles,verify %s | FileCheck %s

declare spir_func float @_Z3sinf(float)
declare spir_func float @_Z3cosf(float)
declare spir_func <4 x float> @_Z3sinDv4_f(<4 x float>)
declare spir_func <4 x float> @_Z3cosDv4_f(<4 x float>)
declare spir_func double @_Z3sind(double)
declare spir_func double @_Z3cosd(double)

; CHECK-LABEL: define spir_func float @both(
; CHECK-NOT: @_Z3
; CHECK-NOT: alloca
; CHECK: call {{.*}} @{{.*}}__lw_large_angle_rest
; CHECK-NOT: @_Z3
; CHECK: ret float
define spir_func float @both(float %x) {
  %c = call spir_func float @_Z3cosf(float %x)
  %h = fmul float %c, 2.0
  %s = call spir_func float @_Z3sinf(float %x)
  %r = fsub float %h, %s
  ret float %r
}

; CHECK-LABEL: define spir_func <4 x float> @of_vectors(
; CHECK-NOT: @_Z3
; CHECK: ret <4 x float>
define spir_func <4 x float> @of_vectors(<4 x float> %x) {
  %s = call spir_func <4 x float> @_Z3sinDv4_f(<4 x float> %x)
  %c = call spir_func <4 x float> @_Z3cosDv4_f(<4 x float> %x)
  %r = fsub <4 x float> %c, %s
  ret <4 x float> %r
}

; CHECK-LABEL: define spir_func float @of_two_values(
; CHECK-NEXT: call spir_func float @_Z3cosf(float %x)
; CHECK-NEXT: call spir_func float @_Z3sinf(float %y)
define spir_func float @of_two_values(float %x, float %y) {
  %c = call spir_func float @_Z3cosf(float %x)
  %s = call spir_func float @_Z3sinf(float %y)
  %r = fsub float %c, %s
  ret float %r
}

; CHECK-LABEL: define spir_func double @of_doubles(
; CHECK-NEXT: call spir_func double @_Z3cosd(double %x)
; CHECK-NEXT: call spir_func double @_Z3sind(double %x)
define spir_func double @of_doubles(double %x) {
  %c = call spir_func double @_Z3cosd(double %x)
  %s = call spir_func double @_Z3sind(double %x)
  %r = fsub double %c, %s
  ret double %r
}

; CHECK-LABEL: define spir_func float @in_two_blocks(
; CHECK-NEXT: call spir_func float @_Z3cosf(float %x)
; CHECK: call spir_func float @_Z3sinf(float %x)
define spir_func float @in_two_blocks(float %x, i1 %rarely) {
  %c = call spir_func float @_Z3cosf(float %x)
  br i1 %rarely, label %more, label %done
more:
  %s = call spir_func float @_Z3sinf(float %x)
  br label %done
done:
  %r = phi float [ %c, %0 ], [ %s, %more ]
  ret float %r
}

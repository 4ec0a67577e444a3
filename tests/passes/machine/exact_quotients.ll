; Quotients are estimated only if the estimate has 14 bits: in whole registers of AVX-512.
; RUN: pass_opt --passes=exact_quotients,verify %s | FileCheck %s

; CHECK-LABEL: define void @long_registers(
; CHECK: fdiv arcp <16 x float>
; CHECK: fdiv arcp <32 x float>
; CHECK: fdiv <8 x float>
; CHECK: fdiv nnan float
define void @long_registers(ptr %p, <16 x float> %a, <32 x float> %b, <8 x float> %c, float %d) #0 {
  %x = fdiv arcp <16 x float> %a, %a
  %y = fdiv arcp <32 x float> %b, %b
  %z = fdiv arcp <8 x float> %c, %c
  %w = fdiv nnan arcp float %d, %d
  store <16 x float> %x, ptr %p
  store <32 x float> %y, ptr %p
  store <8 x float> %z, ptr %p
  store float %w, ptr %p
  ret void
}

; CHECK-LABEL: define void @short_registers(
; CHECK: fdiv <16 x float>
define void @short_registers(ptr %p, <16 x float> %a) #1 {
  %x = fdiv arcp <16 x float> %a, %a
  store <16 x float> %x, ptr %p
  ret void
}

attributes #0 = { "target-features"="+avx2,+avx512f" "prefer-vector-width"="512" }
attributes #1 = { "target-features"="+avx2" "prefer-vector-width"="256" }

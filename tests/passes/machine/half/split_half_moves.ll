; Loads and stores of halves are split into parts of as many elements as a register of floats holds.
; RUN: pass_opt --passes=split_half_moves,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @move(
; CHECK: %[[A:.*]] = load <16 x half>, ptr {{.*}}, align 4
; CHECK: %[[B:.*]] = load <16 x half>, ptr {{.*}}, align 4
; CHECK: fpext <16 x half> %[[A]] to <16 x float>
; CHECK: fpext <16 x half> %[[B]] to <16 x float>
; CHECK: %[[R:.*]] = fmul <32 x float>
; CHECK: %[[C:.*]] = shufflevector <32 x float> %[[R]], {{.*}} <i32 0,
; CHECK: %[[D:.*]] = fptrunc <16 x float> %[[C]] to <16 x half>
; CHECK: store <16 x half> %[[D]], ptr {{.*}}, align 2
; CHECK: shufflevector <32 x float> %[[R]], {{.*}} <i32 16,
; CHECK: store <16 x half> {{.*}}, align 2
; CHECK-NOT: <32 x half>
define void @move(ptr %p, ptr %q) #0 {
  %h = load <32 x half>, ptr %p, align 4
  %x = fpext <32 x half> %h to <32 x float>
  %y = fmul <32 x float> %x, %x
  %r = fptrunc <32 x float> %y to <32 x half>
  store <32 x half> %r, ptr %q, align 2
  ret void
}

; CHECK-LABEL: define <32 x float> @either(
; CHECK: load:
; CHECK: load <16 x half>
; CHECK: gather:
; CHECK: fpext <32 x half> %g to <32 x float>
; CHECK: phi <32 x float>
; CHECK-NOT: phi <32 x half>
define <32 x float> @either(ptr %p, <32 x ptr> %places, i1 %together) #0 {
  br i1 %together, label %load, label %gather
load:
  %h = load <32 x half>, ptr %p
  br label %end
gather:
  %g = call <32 x half> @llvm.masked.gather.v32f16.v32p0(<32 x ptr> align 2 %places, <32 x i1> splat (i1 true), <32 x half> poison)
  br label %end
end:
  %e = phi <32 x half> [ %h, %load ], [ %g, %gather ]
  %x = fpext <32 x half> %e to <32 x float>
  ret <32 x float> %x
}

; Excluded: non-temporal stores of whole lines, volatile accesses, and values that stay halves.
; CHECK-LABEL: define <32 x half> @others(
; CHECK: load <32 x half>
; CHECK: store <32 x half> {{.*}} !nontemporal
; CHECK: store volatile <32 x half>
define <32 x half> @others(ptr %p, ptr %q) #0 {
  %h = load <32 x half>, ptr %p
  %x = fpext <32 x half> %h to <32 x float>
  %r = fptrunc <32 x float> %x to <32 x half>
  store <32 x half> %r, ptr %q, align 64, !nontemporal !0
  store volatile <32 x half> %r, ptr %q
  ret <32 x half> %h
}

; Without registers of 512 bits nothing is split.
; CHECK-LABEL: define <32 x float> @narrow(
; CHECK: load <32 x half>
define <32 x float> @narrow(ptr %p) #1 {
  %h = load <32 x half>, ptr %p
  %x = fpext <32 x half> %h to <32 x float>
  ret <32 x float> %x
}

!0 = !{i32 1}
attributes #0 = { "target-features"="+avx512f,+avx512vl" }
attributes #1 = { "target-features"="+avx2,+f16c" }

; Rounding to bfloat16 becomes an instruction, and a branch for denormal numbers.
; RUN: pass_opt --passes=round_bfloats,verify %s | FileCheck %s

; CHECK-LABEL: define <16 x i16> @builtin(
; CHECK: %[[QUICK:.*]] = call <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512(<16 x float> %x)
; CHECK: %[[WORDS:.*]] = bitcast <16 x bfloat> %[[QUICK]] to <16 x i16>
; CHECK: %[[DENORMAL:.*]] = call <16 x i1> @llvm.is.fpclass.v16f32(<16 x float> %x, i32 144)
; CHECK: %[[MASK:.*]] = bitcast <16 x i1> %[[DENORMAL]] to i16
; CHECK: %[[ANY:.*]] = icmp ne i16 %[[MASK]], 0
; CHECK: br i1 %[[ANY]], label %[[EXACTLY:.*]], label %[[AFTER:[0-9]+]], !prof
; CHECK: [[EXACTLY:[0-9]+]]:
; CHECK: select <16 x i1>
; CHECK: %[[EXACT:.*]] = trunc <16 x i32>
; CHECK: br label %[[AFTER]]
; CHECK: phi <16 x i16> [ %[[WORDS]], %0 ], [ %[[EXACT]], %{{.*}} ]
define <16 x i16> @builtin(<16 x float> %x) #0 {
  %bits = bitcast <16 x float> %x to <16 x i32>
  %more = add <16 x i32> %bits, splat (i32 32767)
  %high = lshr <16 x i32> %bits, splat (i32 16)
  %odd = and <16 x i32> %high, splat (i32 1)
  %rounded = add <16 x i32> %more, %odd
  %quiet = or <16 x i32> %bits, splat (i32 4194304)
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %chosen = select <16 x i1> %nan, <16 x i32> %quiet, <16 x i32> %rounded
  %upper = lshr <16 x i32> %chosen, splat (i32 16)
  %r = trunc <16 x i32> %upper to <16 x i16>
  ret <16 x i16> %r
}

; The same for the form into which SPIR-V is translated, with vectors of two registers.
; CHECK-LABEL: define <32 x i16> @translated(
; CHECK-COUNT-2: call <16 x bfloat> @llvm.x86.avx512bf16.cvtneps2bf16.512(
; CHECK: phi <32 x i16>
define <32 x i16> @translated(<32 x float> %x) #0 {
  %bits = bitcast <32 x float> %x to <32 x i32>
  %high = lshr <32 x i32> %bits, splat (i32 16)
  %odd = and <32 x i32> %high, splat (i32 1)
  %more = add <32 x i32> %bits, splat (i32 32767)
  %sum = add <32 x i32> %odd, %more
  %rounded = lshr <32 x i32> %sum, splat (i32 16)
  %quiet = or <32 x i32> %high, splat (i32 64)
  %magnitude = and <32 x i32> %bits, splat (i32 2147483647)
  %nan = icmp ugt <32 x i32> %magnitude, splat (i32 2139095040)
  %chosen = select <32 x i1> %nan, <32 x i32> %quiet, <32 x i32> %rounded
  %r = trunc <32 x i32> %chosen to <32 x i16>
  ret <32 x i16> %r
}

; If denormal numbers may be zero, there is no branch.
; CHECK-LABEL: define <16 x i16> @flushing(
; CHECK-NEXT: call <16 x bfloat>
; CHECK-NEXT: bitcast
; CHECK-NEXT: ret
define <16 x i16> @flushing(<16 x float> %x) #1 {
  %bits = bitcast <16 x float> %x to <16 x i32>
  %more = add <16 x i32> %bits, splat (i32 32767)
  %high = lshr <16 x i32> %bits, splat (i32 16)
  %odd = and <16 x i32> %high, splat (i32 1)
  %rounded = add <16 x i32> %more, %odd
  %quiet = or <16 x i32> %bits, splat (i32 4194304)
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %chosen = select <16 x i1> %nan, <16 x i32> %quiet, <16 x i32> %rounded
  %upper = lshr <16 x i32> %chosen, splat (i32 16)
  %r = trunc <16 x i32> %upper to <16 x i16>
  ret <16 x i16> %r
}

; Code stays unchanged if it has another constant, or if the processor lacks the instruction.
; CHECK-LABEL: define <16 x i16> @other(
; CHECK-NOT: call <
define <16 x i16> @other(<16 x float> %x) #0 {
  %bits = bitcast <16 x float> %x to <16 x i32>
  %more = add <16 x i32> %bits, splat (i32 32768)
  %high = lshr <16 x i32> %bits, splat (i32 16)
  %odd = and <16 x i32> %high, splat (i32 1)
  %rounded = add <16 x i32> %more, %odd
  %quiet = or <16 x i32> %bits, splat (i32 4194304)
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %chosen = select <16 x i1> %nan, <16 x i32> %quiet, <16 x i32> %rounded
  %upper = lshr <16 x i32> %chosen, splat (i32 16)
  %r = trunc <16 x i32> %upper to <16 x i16>
  ret <16 x i16> %r
}

; CHECK-LABEL: define <16 x i16> @without(
; CHECK-NOT: call <
; CHECK: ret <16 x i16>
define <16 x i16> @without(<16 x float> %x) #2 {
  %bits = bitcast <16 x float> %x to <16 x i32>
  %more = add <16 x i32> %bits, splat (i32 32767)
  %high = lshr <16 x i32> %bits, splat (i32 16)
  %odd = and <16 x i32> %high, splat (i32 1)
  %rounded = add <16 x i32> %more, %odd
  %quiet = or <16 x i32> %bits, splat (i32 4194304)
  %nan = fcmp uno <16 x float> %x, zeroinitializer
  %chosen = select <16 x i1> %nan, <16 x i32> %quiet, <16 x i32> %rounded
  %upper = lshr <16 x i32> %chosen, splat (i32 16)
  %r = trunc <16 x i32> %upper to <16 x i16>
  ret <16 x i16> %r
}

attributes #0 = { "target-features"="+avx512f,+avx512bf16" "prefer-vector-width"="512" }
attributes #1 = { "target-features"="+avx512f,+avx512bf16" "prefer-vector-width"="512" "denormal-fp-math"="preserve-sign" }
attributes #2 = { "target-features"="+avx512f" "prefer-vector-width"="512" }

; 64-bit products of 16-bit numbers are computed and shifted in 32 bits.
; RUN: pass_opt --passes=short_products,verify %s | FileCheck %s

; CHECK-LABEL: define <16 x i64> @signed(
; CHECK: %[[X:.*]] = sext <16 x i16> %a to <16 x i32>
; CHECK: %[[Y:.*]] = sext <16 x i16> %b to <16 x i32>
; CHECK: %[[M:.*]] = mul <16 x i32> %[[X]], %[[Y]]
; CHECK: %[[S:.*]] = ashr <16 x i32> %[[M]], splat (i32 12)
; CHECK: %s = sext <16 x i32> %[[S]] to <16 x i64>
define <16 x i64> @signed(<16 x i16> %a, <16 x i16> %b) #0 {
  %x = sext <16 x i16> %a to <16 x i64>
  %y = sext <16 x i16> %b to <16 x i64>
  %m = mul <16 x i64> %x, %y
  %s = ashr <16 x i64> %m, splat (i64 12)
  ret <16 x i64> %s
}

; The logical shift leaves only bits that the sign reaches.
; CHECK-LABEL: define <16 x i16> @high_half(
; CHECK: %[[H:.*]] = call <16 x i16> @llvm.x86.avx2.pmulh.w(<16 x i16> %a, <16 x i16> %b)
; CHECK: ashr <16 x i16> %[[H]], splat (i16 4)
; CHECK-NOT: i32
; CHECK: ret
define <16 x i16> @high_half(<16 x i16> %a, <16 x i16> %b) #0 {
  %x = sext <16 x i16> %a to <16 x i64>
  %y = sext <16 x i16> %b to <16 x i64>
  %m = mul nsw <16 x i64> %x, %y
  %s = lshr <16 x i64> %m, splat (i64 20)
  %t = trunc <16 x i64> %s to <16 x i16>
  ret <16 x i16> %t
}

; A shift beyond the product leaves its sign. The vector takes two registers.
; CHECK-LABEL: define <64 x i16> @sign(
; CHECK: call <32 x i16> @llvm.x86.avx512.pmulh.w.512
; CHECK: call <32 x i16> @llvm.x86.avx512.pmulh.w.512
; CHECK: ashr <64 x i16> %{{.*}}, splat (i16 15)
define <64 x i16> @sign(<64 x i16> %a, <64 x i16> %b) #0 {
  %x = sext <64 x i16> %a to <64 x i64>
  %y = sext <64 x i16> %b to <64 x i64>
  %m = mul <64 x i64> %x, %y
  %s = ashr <64 x i64> %m, splat (i64 47)
  %t = trunc <64 x i64> %s to <64 x i16>
  ret <64 x i16> %t
}

; CHECK-LABEL: define <8 x i16> @one_register(
; CHECK: call <8 x i16> @llvm.x86.sse2.pmulh.w(<8 x i16> %a, <8 x i16> splat (i16 300))
define <8 x i16> @one_register(<8 x i16> %a) #1 {
  %x = sext <8 x i16> %a to <8 x i64>
  %m = mul <8 x i64> %x, splat (i64 300)
  %s = ashr <8 x i64> %m, splat (i64 18)
  %t = trunc <8 x i64> %s to <8 x i16>
  ret <8 x i16> %t
}

; The upper bits of a logical shift are zeros, unlike the product's sign.
; CHECK-LABEL: define <16 x i64> @logical(
; CHECK: %[[M:.*]] = mul <16 x i32>
; CHECK: %m = sext <16 x i32> %[[M]] to <16 x i64>
; CHECK: %s = lshr <16 x i64> %m, splat (i64 16)
define <16 x i64> @logical(<16 x i16> %a, <16 x i16> %b) #0 {
  %x = sext <16 x i16> %a to <16 x i64>
  %y = sext <16 x i16> %b to <16 x i64>
  %m = mul <16 x i64> %x, %y
  %s = lshr <16 x i64> %m, splat (i64 16)
  ret <16 x i64> %s
}

; CHECK-LABEL: define <16 x i64> @unsigned(
; CHECK: %[[M:.*]] = mul <16 x i32>
; CHECK: %[[S:.*]] = lshr <16 x i32> %[[M]], splat (i32 20)
; CHECK: %s = zext <16 x i32> %[[S]] to <16 x i64>
; CHECK: add <16 x i64> %s, zeroinitializer
define <16 x i64> @unsigned(<16 x i16> %a, <16 x i16> %b) #0 {
  %x = zext <16 x i16> %a to <16 x i64>
  %y = zext <16 x i16> %b to <16 x i64>
  %m = mul <16 x i64> %x, %y
  %s = lshr <16 x i64> %m, splat (i64 20)
  %none = lshr <16 x i64> %m, splat (i64 32)
  %r = add <16 x i64> %s, %none
  ret <16 x i64> %r
}

; CHECK-LABEL: define <16 x i64> @mixed(
; CHECK-DAG: %[[X:.*]] = sext <16 x i16> %a to <16 x i32>
; CHECK-DAG: %[[Y:.*]] = zext <16 x i16> %b to <16 x i32>
; CHECK: %[[M:.*]] = mul <16 x i32> %[[X]], %[[Y]]
; CHECK: ashr <16 x i32> %[[M]], splat (i32 17)
define <16 x i64> @mixed(<16 x i16> %a, <16 x i16> %b) #0 {
  %x = sext <16 x i16> %a to <16 x i64>
  %y = zext <16 x i16> %b to <16 x i64>
  %m = mul <16 x i64> %x, %y
  %s = ashr <16 x i64> %m, splat (i64 17)
  ret <16 x i64> %s
}

; Masked numbers fit as well, and so do selects among such numbers.
; CHECK-LABEL: define <16 x i16> @chosen(
; CHECK: %[[X:.*]] = trunc <16 x i64> %x to <16 x i32>
; CHECK: mul <16 x i32> %[[X]],
define <16 x i16> @chosen(<16 x i64> %a, <16 x i16> %b, <16 x i1> %c) #0 {
entry:
  %low = and <16 x i64> %a, splat (i64 65535)
  %wide = zext <16 x i16> %b to <16 x i64>
  br label %next
next:
  %p = phi <16 x i64> [ %low, %entry ]
  %x = select <16 x i1> %c, <16 x i64> %p, <16 x i64> %wide
  %m = mul <16 x i64> %x, %wide
  %s = lshr <16 x i64> %m, splat (i64 20)
  %t = trunc <16 x i64> %s to <16 x i16>
  ret <16 x i16> %t
}

; Excluded: factors of 17 bits, and products of one lane.
; CHECK-LABEL: define <16 x i64> @wide(
; CHECK: mul <16 x i64>
define <16 x i64> @wide(<16 x i64> %a, <16 x i16> %b) #0 {
  %x = and <16 x i64> %a, splat (i64 131071)
  %y = zext <16 x i16> %b to <16 x i64>
  %m = mul <16 x i64> %x, %y
  ret <16 x i64> %m
}

; Products that are only summed stay in 64 bits.
; CHECK-LABEL: define <16 x i64> @summed(
; CHECK: mul <16 x i64>
define <16 x i64> @summed(<16 x i16> %a, <16 x i16> %b, <16 x i64> %c) #0 {
  %x = sext <16 x i16> %a to <16 x i64>
  %y = sext <16 x i16> %b to <16 x i64>
  %m = mul <16 x i64> %x, %y
  %s = add <16 x i64> %m, %c
  ret <16 x i64> %s
}

; CHECK-LABEL: define i64 @one_lane(
; CHECK: mul i64
define i64 @one_lane(i16 %a, i16 %b) #0 {
  %x = sext i16 %a to i64
  %y = sext i16 %b to i64
  %m = mul i64 %x, %y
  %s = ashr i64 %m, 20
  ret i64 %s
}

attributes #0 = { "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" "prefer-vector-width"="512" }
attributes #1 = { "target-features"="+sse4.2" "prefer-vector-width"="128" }

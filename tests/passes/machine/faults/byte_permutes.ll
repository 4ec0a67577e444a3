; Bytes that move between the 128-bit parts of a register are moved by permute instructions.
; RUN: pass_opt --passes=byte_permutes,verify %s | FileCheck %s

; CHECK-LABEL: define <64 x i8> @doubled(
; CHECK-NOT: shufflevector
; CHECK: %k = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %s, <64 x i8> <i8 0, i8 0, i8 1, i8 1, i8 2, i8 2,
define <64 x i8> @doubled(<64 x i8> %s) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15, i32 16, i32 16, i32 17, i32 17, i32 18, i32 18, i32 19, i32 19, i32 20, i32 20, i32 21, i32 21, i32 22, i32 22, i32 23, i32 23, i32 24, i32 24, i32 25, i32 25, i32 26, i32 26, i32 27, i32 27, i32 28, i32 28, i32 29, i32 29, i32 30, i32 30, i32 31, i32 31>
  ret <64 x i8> %k
}

; Both bytes of each pair come from one pair.
; CHECK-LABEL: define <64 x i8> @doubled_without_vbmi(
; CHECK: %[[P:.*]] = call <32 x i16> @llvm.x86.avx512.permvar.hi.512(<32 x i16> %{{.*}}, <32 x i16> <i16 0, i16 0, i16 1, i16 1,
; CHECK: %[[B:.*]] = bitcast <32 x i16> %[[P]] to <64 x i8>
; CHECK: shufflevector <64 x i8> %[[B]], <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 3, i32 3, i32 4, i32 4, i32 7, i32 7,
define <64 x i8> @doubled_without_vbmi(<64 x i8> %s) #1 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15, i32 16, i32 16, i32 17, i32 17, i32 18, i32 18, i32 19, i32 19, i32 20, i32 20, i32 21, i32 21, i32 22, i32 22, i32 23, i32 23, i32 24, i32 24, i32 25, i32 25, i32 26, i32 26, i32 27, i32 27, i32 28, i32 28, i32 29, i32 29, i32 30, i32 30, i32 31, i32 31>
  ret <64 x i8> %k
}

; CHECK-LABEL: define <64 x i8> @reversed_without_vbmi(
; CHECK: %[[P:.*]] = call <32 x i16> @llvm.x86.avx512.permvar.hi.512(<32 x i16> %{{.*}}, <32 x i16> <i16 31, i16 30,
; CHECK: %[[B:.*]] = bitcast <32 x i16> %[[P]] to <64 x i8>
; CHECK: shufflevector <64 x i8> %[[B]], <64 x i8> poison, <64 x i32> <i32 1, i32 0, i32 3, i32 2,
define <64 x i8> @reversed_without_vbmi(<64 x i8> %s) #1 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 63, i32 62, i32 61, i32 60, i32 59, i32 58, i32 57, i32 56, i32 55, i32 54, i32 53, i32 52, i32 51, i32 50, i32 49, i32 48, i32 47, i32 46, i32 45, i32 44, i32 43, i32 42, i32 41, i32 40, i32 39, i32 38, i32 37, i32 36, i32 35, i32 34, i32 33, i32 32, i32 31, i32 30, i32 29, i32 28, i32 27, i32 26, i32 25, i32 24, i32 23, i32 22, i32 21, i32 20, i32 19, i32 18, i32 17, i32 16, i32 15, i32 14, i32 13, i32 12, i32 11, i32 10, i32 9, i32 8, i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  ret <64 x i8> %k
}

; Even and odd bytes come from different pairs.
; CHECK-LABEL: define <64 x i8> @strided_without_vbmi(
; CHECK: call <32 x i16> @llvm.x86.avx512.permvar.hi.512(<32 x i16> %{{.*}}, <32 x i16> <i16 0, i16 3, i16 6,
; CHECK: call <32 x i16> @llvm.x86.avx512.permvar.hi.512(<32 x i16> %{{.*}}, <32 x i16> <i16 1, i16 4, i16 7,
; CHECK: shufflevector <64 x i8> %{{.*}}, <64 x i8> %{{.*}}, <64 x i32> <i32 0, i32 65, i32 2, i32 67,
define <64 x i8> @strided_without_vbmi(<64 x i8> %s) #1 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 3, i32 6, i32 9, i32 12, i32 15, i32 18, i32 21, i32 24, i32 27, i32 30, i32 33, i32 36, i32 39, i32 42, i32 45, i32 48, i32 51, i32 54, i32 57, i32 60, i32 63, i32 2, i32 5, i32 8, i32 11, i32 14, i32 17, i32 20, i32 23, i32 26, i32 29, i32 32, i32 35, i32 38, i32 41, i32 44, i32 47, i32 50, i32 53, i32 56, i32 59, i32 62, i32 1, i32 4, i32 7, i32 10, i32 13, i32 16, i32 19, i32 22, i32 25, i32 28, i32 31, i32 34, i32 37, i32 40, i32 43, i32 46, i32 49, i32 52, i32 55, i32 58, i32 61>
  ret <64 x i8> %k
}

; Pieces of 8 bytes are moved whole. An undefined piece keeps its own place.
; CHECK-LABEL: define <64 x i8> @pieces(
; CHECK: call <8 x i64> @llvm.x86.avx512.permvar.di.512(<8 x i64> %{{.*}}, <8 x i64> <i64 0, i64 1, i64 1, i64 3, i64 2, i64 5, i64 3, i64 7>)
define <64 x i8> @pieces(<64 x i8> %s) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 8, i32 9, i32 10, i32 11, i32 12, i32 13, i32 14, i32 15, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 16, i32 17, i32 18, i32 19, i32 20, i32 21, i32 22, i32 23, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 24, i32 25, i32 26, i32 27, i32 28, i32 29, i32 30, i32 31, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison, i32 poison>
  ret <64 x i8> %k
}

; Each register of a longer vector is handled alone: the first takes bytes of two registers and stays a shuffle.
; CHECK-LABEL: define <128 x i8> @two_registers(
; CHECK: shufflevector <128 x i8> %s, <128 x i8> poison, <64 x i32> <i32 0, i32 64,
; CHECK: %[[U:.*]] = shufflevector <128 x i8> %s, <128 x i8> poison, <64 x i32> <i32 64, i32 65,
; CHECK: call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %[[U]], <64 x i8> <i8 63, i8 62,
; CHECK: %k = shufflevector <64 x i8> %{{.*}}, <64 x i8> %{{.*}}, <128 x i32> <i32 0, i32 1,
define <128 x i8> @two_registers(<128 x i8> %s) #0 {
  %k = shufflevector <128 x i8> %s, <128 x i8> poison, <128 x i32> <i32 0, i32 64, i32 1, i32 65, i32 2, i32 66, i32 3, i32 67, i32 4, i32 68, i32 5, i32 69, i32 6, i32 70, i32 7, i32 71, i32 8, i32 72, i32 9, i32 73, i32 10, i32 74, i32 11, i32 75, i32 12, i32 76, i32 13, i32 77, i32 14, i32 78, i32 15, i32 79, i32 16, i32 80, i32 17, i32 81, i32 18, i32 82, i32 19, i32 83, i32 20, i32 84, i32 21, i32 85, i32 22, i32 86, i32 23, i32 87, i32 24, i32 88, i32 25, i32 89, i32 26, i32 90, i32 27, i32 91, i32 28, i32 92, i32 29, i32 93, i32 30, i32 94, i32 31, i32 95, i32 127, i32 126, i32 125, i32 124, i32 123, i32 122, i32 121, i32 120, i32 119, i32 118, i32 117, i32 116, i32 115, i32 114, i32 113, i32 112, i32 111, i32 110, i32 109, i32 108, i32 107, i32 106, i32 105, i32 104, i32 103, i32 102, i32 101, i32 100, i32 99, i32 98, i32 97, i32 96, i32 95, i32 94, i32 93, i32 92, i32 91, i32 90, i32 89, i32 88, i32 87, i32 86, i32 85, i32 84, i32 83, i32 82, i32 81, i32 80, i32 79, i32 78, i32 77, i32 76, i32 75, i32 74, i32 73, i32 72, i32 71, i32 70, i32 69, i32 68, i32 67, i32 66, i32 65, i32 64>
  ret <128 x i8> %k
}

; CHECK-LABEL: define <48 x i8> @shorter(
; CHECK: %[[W:.*]] = shufflevector <48 x i8> %s, <48 x i8> poison, <64 x i32> <i32 0, i32 1,
; CHECK: %[[P:.*]] = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %[[W]],
; CHECK: %k = shufflevector <64 x i8> %[[P]], <64 x i8> poison, <48 x i32> <i32 0, i32 1,
define <48 x i8> @shorter(<48 x i8> %s) #0 {
  %k = shufflevector <48 x i8> %s, <48 x i8> poison, <48 x i32> <i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 2, i32 2, i32 2, i32 3, i32 3, i32 3, i32 4, i32 4, i32 4, i32 5, i32 5, i32 5, i32 6, i32 6, i32 6, i32 7, i32 7, i32 7, i32 8, i32 8, i32 8, i32 9, i32 9, i32 9, i32 10, i32 10, i32 10, i32 11, i32 11, i32 11, i32 12, i32 12, i32 12, i32 13, i32 13, i32 13, i32 14, i32 14, i32 14, i32 15, i32 15, i32 15>
  ret <48 x i8> %k
}

; Code generation would combine this into a shuffle of bytes.
; CHECK-LABEL: define <64 x i8> @cast(
; CHECK: call <8 x i64> @llvm.x86.avx512.permvar.di.512(<8 x i64> %{{.*}}, <8 x i64> <i64 7, i64 6,
define <64 x i8> @cast(<64 x i8> %s) #0 {
  %c = bitcast <64 x i8> %s to <8 x i64>
  %k = shufflevector <8 x i64> %c, <8 x i64> poison, <8 x i32> <i32 7, i32 6, i32 5, i32 4, i32 3, i32 2, i32 1, i32 0>
  %b = bitcast <8 x i64> %k to <64 x i8>
  ret <64 x i8> %b
}

; A shuffle moves bytes within the 128-bit parts.
; CHECK-LABEL: define <64 x i8> @within(
; CHECK-NOT: permvar
; CHECK: ret
define <64 x i8> @within(<64 x i8> %s) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 1, i32 0, i32 3, i32 2, i32 5, i32 4, i32 7, i32 6, i32 9, i32 8, i32 11, i32 10, i32 13, i32 12, i32 15, i32 14, i32 17, i32 16, i32 19, i32 18, i32 21, i32 20, i32 23, i32 22, i32 25, i32 24, i32 27, i32 26, i32 29, i32 28, i32 31, i32 30, i32 33, i32 32, i32 35, i32 34, i32 37, i32 36, i32 39, i32 38, i32 41, i32 40, i32 43, i32 42, i32 45, i32 44, i32 47, i32 46, i32 49, i32 48, i32 51, i32 50, i32 53, i32 52, i32 55, i32 54, i32 57, i32 56, i32 59, i32 58, i32 61, i32 60, i32 63, i32 62>
  ret <64 x i8> %k
}

; Code generation would combine both into one shuffle, of bytes of %s alone.
; CHECK-LABEL: define <64 x i8> @joined(
; CHECK: %l = call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %s, <64 x i8> <i8 63, i8 0, i8 61, i8 2,
define <64 x i8> @joined(<64 x i8> %s, <64 x i8> %t) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> %t, <64 x i32> <i32 64, i32 1, i32 66, i32 3, i32 68, i32 5, i32 70, i32 7, i32 72, i32 9, i32 74, i32 11, i32 76, i32 13, i32 78, i32 15, i32 80, i32 17, i32 82, i32 19, i32 84, i32 21, i32 86, i32 23, i32 88, i32 25, i32 90, i32 27, i32 92, i32 29, i32 94, i32 31, i32 96, i32 33, i32 98, i32 35, i32 100, i32 37, i32 102, i32 39, i32 104, i32 41, i32 106, i32 43, i32 108, i32 45, i32 110, i32 47, i32 112, i32 49, i32 114, i32 51, i32 116, i32 53, i32 118, i32 55, i32 120, i32 57, i32 122, i32 59, i32 124, i32 61, i32 126, i32 63>
  %l = shufflevector <64 x i8> %k, <64 x i8> %s, <64 x i32> <i32 63, i32 64, i32 61, i32 66, i32 59, i32 68, i32 57, i32 70, i32 55, i32 72, i32 53, i32 74, i32 51, i32 76, i32 49, i32 78, i32 47, i32 80, i32 45, i32 82, i32 43, i32 84, i32 41, i32 86, i32 39, i32 88, i32 37, i32 90, i32 35, i32 92, i32 33, i32 94, i32 31, i32 96, i32 29, i32 98, i32 27, i32 100, i32 25, i32 102, i32 23, i32 104, i32 21, i32 106, i32 19, i32 108, i32 17, i32 110, i32 15, i32 112, i32 13, i32 114, i32 11, i32 116, i32 9, i32 118, i32 7, i32 120, i32 5, i32 122, i32 3, i32 124, i32 1, i32 126>
  ret <64 x i8> %l
}

; CHECK-LABEL: define <64 x i8> @splat_of_the_last(
; CHECK: call <64 x i8> @llvm.x86.avx512.permvar.qi.512(<64 x i8> %s, <64 x i8> splat (i8 63))
define <64 x i8> @splat_of_the_last(<64 x i8> %s) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63, i32 63>
  ret <64 x i8> %k
}

; Excluded: splats of the first byte, bytes of two registers, vectors that fit half a register, and narrower registers.
; CHECK-LABEL: define <64 x i8> @splat(
; CHECK-NOT: permvar
; CHECK: ret
define <64 x i8> @splat(<64 x i8> %s) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> zeroinitializer
  ret <64 x i8> %k
}

; CHECK-LABEL: define <64 x i8> @two_sources(
; CHECK-NOT: permvar
; CHECK: ret
define <64 x i8> @two_sources(<64 x i8> %s, <64 x i8> %t) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> %t, <64 x i32> <i32 0, i32 64, i32 1, i32 65, i32 2, i32 66, i32 3, i32 67, i32 4, i32 68, i32 5, i32 69, i32 6, i32 70, i32 7, i32 71, i32 8, i32 72, i32 9, i32 73, i32 10, i32 74, i32 11, i32 75, i32 12, i32 76, i32 13, i32 77, i32 14, i32 78, i32 15, i32 79, i32 16, i32 80, i32 17, i32 81, i32 18, i32 82, i32 19, i32 83, i32 20, i32 84, i32 21, i32 85, i32 22, i32 86, i32 23, i32 87, i32 24, i32 88, i32 25, i32 89, i32 26, i32 90, i32 27, i32 91, i32 28, i32 92, i32 29, i32 93, i32 30, i32 94, i32 31, i32 95>
  ret <64 x i8> %k
}

; CHECK-LABEL: define <32 x i8> @half(
; CHECK-NOT: permvar
; CHECK: ret
define <32 x i8> @half(<64 x i8> %s) #0 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <32 x i32> <i32 63, i32 62, i32 61, i32 60, i32 59, i32 58, i32 57, i32 56, i32 55, i32 54, i32 53, i32 52, i32 51, i32 50, i32 49, i32 48, i32 47, i32 46, i32 45, i32 44, i32 43, i32 42, i32 41, i32 40, i32 39, i32 38, i32 37, i32 36, i32 35, i32 34, i32 33, i32 32>
  ret <32 x i8> %k
}

; CHECK-LABEL: define <64 x i8> @narrow_registers(
; CHECK-NOT: permvar
; CHECK: ret
define <64 x i8> @narrow_registers(<64 x i8> %s) #2 {
  %k = shufflevector <64 x i8> %s, <64 x i8> poison, <64 x i32> <i32 0, i32 0, i32 1, i32 1, i32 2, i32 2, i32 3, i32 3, i32 4, i32 4, i32 5, i32 5, i32 6, i32 6, i32 7, i32 7, i32 8, i32 8, i32 9, i32 9, i32 10, i32 10, i32 11, i32 11, i32 12, i32 12, i32 13, i32 13, i32 14, i32 14, i32 15, i32 15, i32 16, i32 16, i32 17, i32 17, i32 18, i32 18, i32 19, i32 19, i32 20, i32 20, i32 21, i32 21, i32 22, i32 22, i32 23, i32 23, i32 24, i32 24, i32 25, i32 25, i32 26, i32 26, i32 27, i32 27, i32 28, i32 28, i32 29, i32 29, i32 30, i32 30, i32 31, i32 31>
  ret <64 x i8> %k
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512vbmi" "prefer-vector-width"="512" }
attributes #1 = { "target-features"="+avx512f,+avx512bw" "prefer-vector-width"="512" }
attributes #2 = { "target-features"="+avx512f,+avx512bw,+avx512vbmi" "prefer-vector-width"="256" }

; An increment by one under a mask becomes one masked instruction if the target has mask registers.
; RUN: pass_opt --passes=masked_increment,verify %s | FileCheck %s

; CHECK-LABEL: define <16 x i32> @up(
; CHECK-NOT: zext
; CHECK: %[[NEXT:.*]] = add <16 x i32> %x, splat (i32 1)
; CHECK-NEXT: %n = select <16 x i1> %m, <16 x i32> %[[NEXT]], <16 x i32> %x
define <16 x i32> @up(<16 x i32> %x, <16 x i1> %m) #0 {
  %one = zext <16 x i1> %m to <16 x i32>
  %n = add <16 x i32> %one, %x
  ret <16 x i32> %n
}

; CHECK-LABEL: define <16 x i64> @up_by_minus_one(
; CHECK: %[[NEXT:.*]] = add <16 x i64> %x, splat (i64 1)
; CHECK-NEXT: %n = select <16 x i1> %m, <16 x i64> %[[NEXT]], <16 x i64> %x
define <16 x i64> @up_by_minus_one(<16 x i64> %x, <16 x i1> %m) #0 {
  %one = sext <16 x i1> %m to <16 x i64>
  %n = sub <16 x i64> %x, %one
  ret <16 x i64> %n
}

; CHECK-LABEL: define <16 x i32> @down(
; CHECK: %[[NEXT:.*]] = add <16 x i32> %x, splat (i32 -1)
; CHECK-NEXT: %n = select <16 x i1> %m, <16 x i32> %[[NEXT]], <16 x i32> %x
define <16 x i32> @down(<16 x i32> %x, <16 x i1> %m) #0 {
  %one = zext <16 x i1> %m to <16 x i32>
  %n = sub <16 x i32> %x, %one
  ret <16 x i32> %n
}

; CHECK-LABEL: define <64 x i8> @bytes_down(
; CHECK: %[[NEXT:.*]] = add <64 x i8> %x, splat (i8 -1)
; CHECK-NEXT: %n = select <64 x i1> %m, <64 x i8> %[[NEXT]], <64 x i8> %x
define <64 x i8> @bytes_down(<64 x i8> %x, <64 x i1> %m) #0 {
  %one = sext <64 x i1> %m to <64 x i8>
  %n = add <64 x i8> %x, %one
  ret <64 x i8> %n
}

; A step stays if other instructions need it as a vector anyway.
; CHECK-LABEL: define <16 x i32> @shared(
; CHECK-NOT: select
; CHECK: ret
define <16 x i32> @shared(<16 x i32> %x, <16 x i1> %m) #0 {
  %one = zext <16 x i1> %m to <16 x i32>
  %n = add <16 x i32> %x, %one
  %p = mul <16 x i32> %n, %one
  ret <16 x i32> %p
}

; A mask minus a number is no step.
; CHECK-LABEL: define <16 x i32> @other_way(
; CHECK-NOT: select
; CHECK: ret
define <16 x i32> @other_way(<16 x i32> %x, <16 x i1> %m) #0 {
  %one = zext <16 x i1> %m to <16 x i32>
  %n = sub <16 x i32> %one, %x
  ret <16 x i32> %n
}

; CHECK-LABEL: define i32 @one_lane(
; CHECK-NOT: select
; CHECK: ret
define i32 @one_lane(i32 %x, i1 %m) #0 {
  %one = zext i1 %m to i32
  %n = add i32 %x, %one
  ret i32 %n
}

; Masks of bytes need registers of AVX512BW, all other masks those of AVX-512.
; CHECK-LABEL: define <64 x i8> @no_masks_of_bytes(
; CHECK-NOT: select
; CHECK: ret
define <64 x i8> @no_masks_of_bytes(<64 x i8> %x, <64 x i1> %m) #1 {
  %one = zext <64 x i1> %m to <64 x i8>
  %n = add <64 x i8> %x, %one
  ret <64 x i8> %n
}

; CHECK-LABEL: define <8 x i32> @no_masks(
; CHECK-NOT: select
; CHECK: ret
define <8 x i32> @no_masks(<8 x i32> %x, <8 x i1> %m) #2 {
  %one = zext <8 x i1> %m to <8 x i32>
  %n = add <8 x i32> %x, %one
  ret <8 x i32> %n
}

attributes #0 = { "target-features"="+avx512f,+avx512bw,+avx512vl" }
attributes #1 = { "target-features"="+avx512f,+avx512vl" }
attributes #2 = { "target-features"="+avx2" }

; Lowers gathers, scatters and look-ups of the texel functions.
; RUN: pass_opt --passes=lower_memory_ops,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

declare <16 x i32> @ocl.gather.v16i32(i64, <16 x i32>)
declare <8 x i32> @ocl.gather_far.v8i32(i64, <8 x i64>)
declare void @ocl.scatter.v16i32(i64, <16 x i32>, <16 x i32>, <16 x i32>)
declare <16 x i32> @ocl.look_up.v16i32(<16 x i32>, <16 x i32>, <16 x i32>)

; CHECK-LABEL: @near
; CHECK: [[BASE:%.*]] = inttoptr i64 %base to ptr
; CHECK: [[PLACES:%.*]] = getelementptr i8, ptr [[BASE]], <16 x i32> %offsets
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p0({{.*}}[[PLACES]], <16 x i1> splat (i1 true)
define <16 x i32> @near(i64 %base, <16 x i32> %offsets) {
  %words = call <16 x i32> @ocl.gather.v16i32(i64 %base, <16 x i32> %offsets)
  ret <16 x i32> %words
}

; CHECK-LABEL: @far
; CHECK: getelementptr i8, ptr {{.*}}, <8 x i64> %offsets
; CHECK: call <8 x i32> @llvm.masked.gather.v8i32.v8p0
define <8 x i32> @far(i64 %base, <8 x i64> %offsets) {
  %words = call <8 x i32> @ocl.gather_far.v8i32(i64 %base, <8 x i64> %offsets)
  ret <8 x i32> %words
}

; CHECK-LABEL: @stores
; CHECK: [[ON:%.*]] = icmp ne <16 x i32> %on, zeroinitializer
; CHECK: call void @llvm.masked.scatter.v16i32.v16p0(<16 x i32> %words, {{.*}}<16 x i1> [[ON]])
define void @stores(i64 %base, <16 x i32> %offsets, <16 x i32> %words, <16 x i32> %on) {
  call void @ocl.scatter.v16i32(i64 %base, <16 x i32> %offsets, <16 x i32> %words, <16 x i32> %on)
  ret void
}

; CHECK-LABEL: @table
; CHECK: call <16 x i32> @llvm.x86.avx512.vpermi2var.d.512(<16 x i32> %low, <16 x i32> %numbers, <16 x i32> %high)
define <16 x i32> @table(<16 x i32> %low, <16 x i32> %high, <16 x i32> %numbers) {
  %words = call <16 x i32> @ocl.look_up.v16i32(<16 x i32> %low, <16 x i32> %high, <16 x i32> %numbers)
  ret <16 x i32> %words
}

; Vectors that only unlikely blocks need are computed in these blocks.
; RUN: pass_opt --passes=sink_unlikely,verify %s | FileCheck %s

; There are two such blocks. Each gets its own copy of a chain of instructions.
; CHECK-LABEL: define void @addresses(
; CHECK: entry:
; CHECK-NOT: <16 x i64>
; CHECK: gather:
; CHECK-NEXT: %[[I:.*]] = add <16 x i32>
; CHECK-NEXT: %[[F:.*]] = sext <16 x i32> %[[I]]
; CHECK-NEXT: %places = getelementptr float, ptr %in, <16 x i64> %[[F]]
; CHECK: scatter:
; CHECK-NEXT: %[[I2:.*]] = add <16 x i32>
; CHECK-NEXT: sext <16 x i32> %[[I2]]
define void @addresses(ptr %in, ptr %out, <16 x i32> %first, i1 %together) {
entry:
  %index = add <16 x i32> %first, splat (i32 1)
  %far = sext <16 x i32> %index to <16 x i64>
  br i1 %together, label %load, label %gather, !prof !0

load:
  %a = load <16 x float>, ptr %in
  br label %after

gather:
  %places = getelementptr float, ptr %in, <16 x i64> %far
  %b = call <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr> align 4 %places, <16 x i1> splat (i1 true), <16 x float> poison)
  br label %after

after:
  %c = phi <16 x float> [ %a, %load ], [ %b, %gather ]
  br i1 %together, label %store, label %scatter, !prof !0

store:
  store <16 x float> %c, ptr %out
  ret void

scatter:
  %targets = getelementptr float, ptr %out, <16 x i64> %far
  call void @llvm.masked.scatter.v16f32.v16p0(<16 x float> %c, <16 x ptr> align 4 %targets, <16 x i1> splat (i1 true))
  ret void
}

; A value stays if another block needs it too, or if a loop would recompute it.
; CHECK-LABEL: define <16 x i32> @needed(
; CHECK: entry:
; CHECK-NEXT: %shared = add
; CHECK-NEXT: %repeated = add
define <16 x i32> @needed(<16 x i32> %x, i1 %c, ptr %out) {
entry:
  %shared = add <16 x i32> %x, splat (i32 1)
  %repeated = add <16 x i32> %x, splat (i32 2)
  br i1 %c, label %end, label %rare, !prof !0

rare:
  store <16 x i32> %shared, ptr %out
  br label %loop

loop:
  %again = load volatile i1, ptr %out
  br i1 %again, label %body, label %end, !prof !1

body:
  store volatile <16 x i32> %repeated, ptr %out
  br label %loop

end:
  ret <16 x i32> %shared
}

; Blocks of the usual likelihood get nothing.
; CHECK-LABEL: define void @even(
; CHECK: entry:
; CHECK-NEXT: %y = add
define void @even(<16 x i32> %x, i1 %c, ptr %out) {
entry:
  %y = add <16 x i32> %x, splat (i32 1)
  br i1 %c, label %one, label %end

one:
  store <16 x i32> %y, ptr %out
  br label %end

end:
  ret void
}

declare <16 x float> @llvm.masked.gather.v16f32.v16p0(<16 x ptr>, <16 x i1>, <16 x float>)
declare void @llvm.masked.scatter.v16f32.v16p0(<16 x float>, <16 x ptr>, <16 x i1>)

!0 = !{!"branch_weights", i32 2000, i32 1}
!1 = !{!"branch_weights", i32 1, i32 2000}

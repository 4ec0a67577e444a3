; A loop with a known trip count over a private array is unrolled, so that the array becomes values. A loop over global
; memory stays.
; RUN: pass_opt --passes=canonicalize,unroll_loops,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @private(
; CHECK-NOT: alloca
; CHECK-NOT: phi
; CHECK: store float
; CHECK: store float
; CHECK: ret void
define spir_kernel void @private(ptr addrspace(1) %p, float %x) {
entry:
  %a = alloca [2 x float]
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %j, 2
  br i1 %more, label %body, label %write
body:
  %place = getelementptr [2 x float], ptr %a, i32 0, i32 %j
  %f = uitofp i32 %j to float
  %v = fmul float %f, %x
  store float %v, ptr %place
  %next = add i32 %j, 1
  br label %loop
write:
  %a1 = getelementptr float, ptr %a, i32 1
  %v0 = load float, ptr %a
  %v1 = load float, ptr %a1
  store float %v0, ptr addrspace(1) %p
  %p1 = getelementptr float, ptr addrspace(1) %p, i32 1
  store float %v1, ptr addrspace(1) %p1
  ret void
}

; The array does not fit the registers: 256 iterations stay a loop.
; CHECK-LABEL: define spir_kernel void @large(
; CHECK: alloca [256 x i32]
; CHECK-COUNT-1: store i32
; CHECK-NOT: store i32
; CHECK: ret void
define spir_kernel void @large(ptr addrspace(1) %p, i32 %x) {
entry:
  %a = alloca [256 x i32]
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %j, 256
  br i1 %more, label %body, label %read
body:
  %place = getelementptr [256 x i32], ptr %a, i32 0, i32 %j
  store i32 %j, ptr %place
  %next = add i32 %j, 1
  br label %loop
read:
  %from = getelementptr [256 x i32], ptr %a, i32 0, i32 %x
  %v = load i32, ptr %from
  %f = uitofp i32 %v to float
  store float %f, ptr addrspace(1) %p
  ret void
}

; A loop over a pixel's channels becomes adjacent stores.
; CHECK-LABEL: define spir_kernel void @channels(
; CHECK-NOT: phi
; CHECK-COUNT-3: store i8
; CHECK: ret void
define spir_kernel void @channels(ptr addrspace(1) %p, i32 %x, i8 %v) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %c, 3
  br i1 %more, label %body, label %end
body:
  %at = add nsw i32 %x, %c
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr addrspace(1) %p, i64 %wide
  store i8 %v, ptr addrspace(1) %place
  %next = add i32 %c, 1
  br label %loop
end:
  ret void
}

; Four channels work like three, from the last to the first; loads work like stores.
; CHECK-LABEL: define spir_kernel void @backwards(
; CHECK-NOT: phi
; CHECK-COUNT-4: store i8
; CHECK: ret void
define spir_kernel void @backwards(ptr addrspace(1) %p, i32 %x, i8 %v) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 3, %entry ], [ %next, %body ]
  %more = icmp sge i32 %c, 0
  br i1 %more, label %body, label %end
body:
  %at = add nsw i32 %x, %c
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr addrspace(1) %p, i64 %wide
  store i8 %v, ptr addrspace(1) %place
  %next = add nsw i32 %c, -1
  br label %loop
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @length(
; CHECK: entry:
; CHECK-NOT: phi
; CHECK-COUNT-3: load float
; CHECK-NOT: load
; CHECK: store float
define spir_kernel void @length(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %x) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more_sum, %body ]
  %more = icmp ult i32 %c, 3
  br i1 %more, label %body, label %end
body:
  %at = add nsw i32 %x, %c
  %wide = sext i32 %at to i64
  %place = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %value = load float, ptr addrspace(1) %place
  %more_sum = call float @llvm.fmuladd.f32(float %value, float %value, float %sum)
  %next = add i32 %c, 1
  br label %loop
end:
  store float %sum, ptr addrspace(1) %out
  ret void
}

; A loop over five channels is not unrolled.
; CHECK-LABEL: define spir_kernel void @five(
; CHECK: phi i32
define spir_kernel void @five(ptr addrspace(1) %p, i32 %x, i8 %v) {
entry:
  br label %loop
loop:
  %c = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %c, 5
  br i1 %more, label %body, label %end
body:
  %at = add nsw i32 %x, %c
  %wide = sext i32 %at to i64
  %place = getelementptr i8, ptr addrspace(1) %p, i64 %wide
  store i8 %v, ptr addrspace(1) %place
  %next = add i32 %c, 1
  br label %loop
end:
  ret void
}

; An array indexed by data does not gain from unrolling, but a table of constants does.
; CHECK-LABEL: define spir_kernel void @bins(
; CHECK: alloca [4 x i32]
; CHECK: phi i32
; CHECK: ret void
define spir_kernel void @bins(ptr addrspace(1) %p, i32 %x) {
entry:
  %a = alloca [4 x i32]
  store [4 x i32] zeroinitializer, ptr %a
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %j, 8
  br i1 %more, label %body, label %read
body:
  %data = getelementptr i32, ptr addrspace(1) %p, i32 %j
  %v = load i32, ptr addrspace(1) %data
  %bin = and i32 %v, 3
  %place = getelementptr [4 x i32], ptr %a, i32 0, i32 %bin
  %old = load i32, ptr %place
  %new = add i32 %old, 1
  store i32 %new, ptr %place
  %next = add i32 %j, 1
  br label %loop
read:
  %from = getelementptr [4 x i32], ptr %a, i32 0, i32 %x
  %r = load i32, ptr %from
  store i32 %r, ptr addrspace(1) %p
  ret void
}

@order = internal addrspace(2) constant [3 x i32] [i32 2, i32 0, i32 1]

; CHECK-LABEL: define spir_kernel void @table(
; CHECK-NOT: phi i32
; CHECK: ret void
define spir_kernel void @table(ptr addrspace(1) %p) {
entry:
  %a = alloca [3 x i32]
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %j, 3
  br i1 %more, label %body, label %read
body:
  %told = getelementptr [3 x i32], ptr addrspace(2) @order, i32 0, i32 %j
  %at = load i32, ptr addrspace(2) %told
  %place = getelementptr [3 x i32], ptr %a, i32 0, i32 %at
  store i32 %j, ptr %place
  %next = add i32 %j, 1
  br label %loop
read:
  %r = load i32, ptr %a
  store i32 %r, ptr addrspace(1) %p
  ret void
}

; The trip count of the inner loop is known once the outer loop is unrolled.
; CHECK-LABEL: define spir_kernel void @triangle(
; CHECK-NOT: alloca
; CHECK-NOT: phi i32
; CHECK: ret void
define spir_kernel void @triangle(ptr addrspace(1) %p) {
entry:
  %a = alloca [3 x float]
  %b0 = load float, ptr addrspace(1) %p
  store float %b0, ptr %a
  %p1 = getelementptr float, ptr addrspace(1) %p, i32 1
  %b1 = load float, ptr addrspace(1) %p1
  %a1 = getelementptr float, ptr %a, i32 1
  store float %b1, ptr %a1
  %p2 = getelementptr float, ptr addrspace(1) %p, i32 2
  %b2 = load float, ptr addrspace(1) %p2
  %a2 = getelementptr float, ptr %a, i32 2
  store float %b2, ptr %a2
  br label %outer
outer:
  %i = phi i32 [ 0, %entry ], [ %i.next, %outer.end ]
  %outer.more = icmp slt i32 %i, 2
  br i1 %outer.more, label %inner.start, label %write
inner.start:
  %first = add nsw i32 %i, 1
  br label %inner
inner:
  %j = phi i32 [ %first, %inner.start ], [ %j.next, %body ]
  %inner.more = icmp slt i32 %j, 3
  br i1 %inner.more, label %body, label %outer.end
body:
  %at.i = getelementptr [3 x float], ptr %a, i32 0, i32 %i
  %at.j = getelementptr [3 x float], ptr %a, i32 0, i32 %j
  %x = load float, ptr %at.i
  %y = load float, ptr %at.j
  %less = fcmp olt float %y, %x
  %low = select i1 %less, float %y, float %x
  %high = select i1 %less, float %x, float %y
  store float %low, ptr %at.i
  store float %high, ptr %at.j
  %j.next = add nsw i32 %j, 1
  br label %inner
outer.end:
  %i.next = add nsw i32 %i, 1
  br label %outer
write:
  %middle = load float, ptr %a1
  store float %middle, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @global(
; CHECK: phi
define spir_kernel void @global(ptr addrspace(1) %p, float %x) {
entry:
  br label %loop
loop:
  %j = phi i32 [ 0, %entry ], [ %next, %loop ]
  %place = getelementptr float, ptr addrspace(1) %p, i32 %j
  store float %x, ptr addrspace(1) %place
  %next = add i32 %j, 1
  %more = icmp ult i32 %next, 6
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

; A request to unroll a loop of many iterations beside a loop of few leaves a loop: LLVM itself would make a million
; copies.
; CHECK-LABEL: define spir_kernel void @too_many(
; CHECK: store volatile i32 0
; CHECK: store volatile i32 1
; CHECK: phi i32
; CHECK-COUNT-1: store volatile i32
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @too_many(ptr addrspace(1) %p) {
entry:
  br label %few
few:
  %j = phi i32 [ 0, %entry ], [ %j.next, %few ]
  store volatile i32 %j, ptr addrspace(1) %p
  %j.next = add i32 %j, 1
  %j.more = icmp ult i32 %j.next, 2
  br i1 %j.more, label %few, label %many, !llvm.loop !0
many:
  %i = phi i32 [ 0, %few ], [ %next, %many ]
  %a = getelementptr i32, ptr addrspace(1) %p, i32 %i
  store volatile i32 %i, ptr addrspace(1) %a
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, 60000
  br i1 %more, label %many, label %done, !llvm.loop !2
done:
  ret void
}

; A loop that ends after one iteration is removed: the bound is at most one more than the start.
; CHECK-LABEL: define spir_kernel void @once(
; CHECK-NOT: phi
; CHECK: icmp
; CHECK: store
; CHECK-NOT: phi
; CHECK: ret void
define spir_kernel void @once(ptr addrspace(1) %p, i32 %rows, i32 %first) {
entry:
  %after = add nsw i32 %first, 1
  %end = call i32 @llvm.smin.i32(i32 %rows, i32 %after)
  br label %loop
loop:
  %y = phi i32 [ %first, %entry ], [ %next, %body ]
  %more = icmp slt i32 %y, %end
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i32 %y
  store i32 %y, ptr addrspace(1) %place
  %next = add nsw i32 %y, 1
  br label %loop
exit:
  ret void
}

; Two iterations are a loop.
; CHECK-LABEL: define spir_kernel void @twice(
; CHECK: phi i32
; CHECK: ret void
define spir_kernel void @twice(ptr addrspace(1) %p, i32 %rows, i32 %first) {
entry:
  %after = add nsw i32 %first, 2
  %end = call i32 @llvm.smin.i32(i32 %rows, i32 %after)
  br label %loop
loop:
  %y = phi i32 [ %first, %entry ], [ %next, %body ]
  %more = icmp slt i32 %y, %end
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr i32, ptr addrspace(1) %p, i32 %y
  store i32 %y, ptr addrspace(1) %place
  %next = add nsw i32 %y, 1
  br label %loop
exit:
  ret void
}

!0 = distinct !{!0, !1}
!1 = !{!"llvm.loop.unroll.full"}
!2 = distinct !{!2, !1}

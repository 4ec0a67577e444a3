; Accesses whose lanes are mostly adjacent become contiguous after a test of the index.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i32 @llvm.smin.i32(i32, i32)
declare i32 @llvm.smax.i32(i32, i32)

; CHECK-LABEL: define spir_kernel void @border.full(
; CHECK: %[[INDEX:.*]] = call <16 x i32> @llvm.smin.v16i32(
; CHECK: %[[FROZEN:.*]] = freeze <16 x i32> %[[INDEX]]
; CHECK-NEXT: %[[FIRST:.*]] = extractelement <16 x i32> %[[FROZEN]], i64 0
; CHECK-NEXT: %[[LAST:.*]] = call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %[[FIRST]], i32 15)
; CHECK: %[[SAME:.*]] = icmp eq <16 x i32> %[[FROZEN]],
; CHECK: %[[WRAPS:.*]] = extractvalue { i32, i1 } %[[LAST]], 1
; CHECK-NEXT: %[[FITS:.*]] = xor i1 %[[WRAPS]], true
; CHECK-NEXT: %[[BOTH:.*]] = and i1 %{{.*}}, %[[FITS]]
; CHECK-NEXT: br i1 %[[BOTH]]
; CHECK: load <16 x float>
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @border.tail(
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call <16 x float> @llvm.masked.gather
define spir_kernel void @border(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %w, i32 %dx) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %x = add i32 %i, %dx
  %low = call i32 @llvm.smax.i32(i32 %x, i32 0)
  %index = call i32 @llvm.smin.i32(i32 %low, i32 %w)
  %wide = sext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

; Every second element is not contiguous, and neither are indices from memory.
; CHECK-LABEL: define spir_kernel void @others.full(
; CHECK-NOT: freeze
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: freeze
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @others.tail(
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %twice = shl i32 %i, 1
  %ring = and i32 %twice, %n
  %wide = zext i32 %ring to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %c = getelementptr i64, ptr addrspace(1) %p, i64 %id
  %j = load i64, ptr addrspace(1) %c
  %d = getelementptr float, ptr addrspace(1) %p, i64 %j
  %u = load float, ptr addrspace(1) %d
  %s = fadd float %u, %v
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %s, ptr addrspace(1) %b
  ret void
}

; Increments are mostly 1: one comparison decides for all lanes, for loads and for stores.
; CHECK-LABEL: define spir_kernel void @increments.full(
; CHECK: %[[ONE:.*]] = icmp eq i32 %inc, 1
; CHECK: and i1 %[[ONE]]
; CHECK: load <16 x float>
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: %[[AGAIN:.*]] = icmp eq i32 %inc, 1
; CHECK: store <16 x float>
; CHECK: call void @llvm.masked.scatter
; CHECK-LABEL: define spir_kernel void @increments.tail(
define spir_kernel void @increments(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %inc, i32 %o) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc nuw nsw i64 %id to i32
  %m = mul nsw i32 %i, %inc
  %n = add nsw i32 %m, %o
  %wide = sext i32 %n to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %wide
  store float %v, ptr addrspace(1) %b
  ret void
}

; The index is added in two steps, and is as wide as an address.
; CHECK-LABEL: define spir_kernel void @wide_increments.full(
; CHECK: %[[ONE:.*]] = icmp eq i64 %inc, 1
; CHECK: %[[STEP:.*]] = getelementptr float, ptr addrspace(1) %p, i64 %
; CHECK: %[[PLACE:.*]] = getelementptr float, ptr addrspace(1) %[[STEP]], i64 %o
; CHECK: and i1 %[[ONE]]
; CHECK: load <16 x float>, ptr addrspace(1) %[[PLACE]]
; CHECK-LABEL: define spir_kernel void @wide_increments.tail(
define spir_kernel void @wide_increments(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %inc, i64 %o) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %m = mul i64 %id, %inc
  %s = getelementptr float, ptr addrspace(1) %p, i64 %m
  %a = getelementptr float, ptr addrspace(1) %s, i64 %o
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

; If another term moves by ones, the factor is a row's length. An id that may wrap around before it is extended is no
; ramp with factor 1. Two factors are not tried.
; CHECK-LABEL: define spir_kernel void @no_increments.full(
; CHECK-NOT: , 1
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @no_increments.tail(
define spir_kernel void @no_increments(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %w, i32 %o, i64 %inc) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc nuw nsw i64 %id to i32
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul nsw i32 %i, %w
  %row.wide = sext i32 %row to i64
  %at = add i64 %row.wide, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %at
  %v = load float, ptr addrspace(1) %a
  %moved = add i32 %i, %o
  %moved.wide = zext i32 %moved to i64
  %m = mul i64 %moved.wide, %inc
  %c = getelementptr float, ptr addrspace(1) %p, i64 %m
  %u = load float, ptr addrspace(1) %c
  %twice = mul i32 %row, %o
  %both = add i32 %row, %twice
  %d = getelementptr float, ptr addrspace(1) %p, i32 %both
  %t = load float, ptr addrspace(1) %d
  %s = fadd float %u, %v
  %r = fadd float %s, %t
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %r, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

; How code with several lanes makes each load and store (access/access_kind.h).
; RUN: pass_opt --passes='print<accesses;lanes=16;bits=512>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: pass_opt --passes='print<accesses;lanes=8;bits=256>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,MIDDLE
; RUN: pass_opt --passes='print<accesses;lanes=8;bits=128>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,SHORT
; RUN: pass_opt --passes='print<accesses;lanes=16;features=avx2+avx512bw+avx512dq+avx512f+avx512vl+fast-gather>' --disable-output %s | FileCheck %s --check-prefixes=FAST

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i64 @llvm.smin.i64(i64, i64)

; CHECK-LABEL: @regular(
define void @regular(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @ocl.global_id(i32 0)
; CHECK: load i32, ptr addrspace(1) %p{{.*}}; uniform
  %same = load i32, ptr addrspace(1) %p
  %place = getelementptr i32, ptr addrspace(1) %p, i64 %i
; CHECK: load i32, ptr addrspace(1) %place{{.*}}; contiguous
  %v = load i32, ptr addrspace(1) %place
; CHECK: store i32 %v, ptr addrspace(1) %place{{.*}}; contiguous
  store i32 %v, ptr addrspace(1) %place
  %down = sub nsw i64 %n, %i
  %from_end = getelementptr i32, ptr addrspace(1) %p, i64 %down
; CHECK: load i32, ptr addrspace(1) %from_end{{.*}}; reversed
  %r = load i32, ptr addrspace(1) %from_end
; CHECK: store i32 %r, ptr addrspace(1) %from_end{{.*}}; reversed
  store i32 %r, ptr addrspace(1) %from_end
  ret void
}

; Lanes at constant distances: whole vectors and shuffles if little memory lies between the lanes' elements. Stores must
; not write the memory in between, so they also need masks.
; CHECK-LABEL: @distances(
define void @distances(ptr addrspace(1) %p) {
  %i = call i64 @ocl.global_id(i32 0)
  %two = getelementptr [2 x i32], ptr addrspace(1) %p, i64 %i
; CHECK: load i32, ptr addrspace(1) %two{{.*}}; strided
  %a = load i32, ptr addrspace(1) %two
; WIDE: store i32 %a, ptr addrspace(1) %two{{.*}}; strided
; MIDDLE: store i32 %a, ptr addrspace(1) %two{{.*}}; strided
; SHORT: store i32 %a, ptr addrspace(1) %two{{.*}}; stepped
  store i32 %a, ptr addrspace(1) %two
  %far = getelementptr [100 x i32], ptr addrspace(1) %p, i64 %i
; CHECK: load i32, ptr addrspace(1) %far{{.*}}; stepped
  %b = load i32, ptr addrspace(1) %far
; CHECK: store i32 %b, ptr addrspace(1) %far{{.*}}; stepped
  store i32 %b, ptr addrspace(1) %far
  %vectors = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
; CHECK: load <4 x float>, ptr addrspace(1) %vectors{{.*}}; strided
  %v = load <4 x float>, ptr addrspace(1) %vectors
; CHECK: store <4 x float> %v, ptr addrspace(1) %vectors{{.*}}; strided
  store <4 x float> %v, ptr addrspace(1) %vectors
; The four bytes of a lane are one integer.
  %bytes = getelementptr <4 x i8>, ptr addrspace(1) %p, i64 %i
; CHECK: load <4 x i8>, ptr addrspace(1) %bytes{{.*}}; contiguous
  %c = load <4 x i8>, ptr addrspace(1) %bytes
  ret void
}

; Without masks for bytes, a masked access to bytes is made lane by lane even if it is likely contiguous.
; CHECK-LABEL: @masked(
define void @masked(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @ocl.global_id(i32 0)
  %some = icmp slt i64 %i, %n
  call void @ocl.mask(i1 %some)
  %last = call i64 @llvm.smin.i64(i64 %i, i64 %n)
  %byte = getelementptr i8, ptr addrspace(1) %p, i64 %last
; WIDE: load i8, ptr addrspace(1) %byte{{.*}}; likely contiguous
; MIDDLE: load i8, ptr addrspace(1) %byte{{.*}}; one by one
; SHORT: load i8, ptr addrspace(1) %byte{{.*}}; one by one
  %b = load i8, ptr addrspace(1) %byte
  ret void
}

; Addresses whose pattern a test at run time confirms.
; CHECK-LABEL: @likely(
define void @likely(ptr addrspace(1) %p, i64 %n) {
  %i = call i64 @ocl.global_id(i32 0)
  %last = call i64 @llvm.smin.i64(i64 %i, i64 %n)
  %clamped = getelementptr i32, ptr addrspace(1) %p, i64 %last
; CHECK: load i32, ptr addrspace(1) %clamped{{.*}}; likely contiguous
  %a = load i32, ptr addrspace(1) %clamped
; CHECK: store i32 %a, ptr addrspace(1) %clamped{{.*}}; likely contiguous
  store i32 %a, ptr addrspace(1) %clamped
  %half = lshr i64 %i, 1
  %shared = getelementptr i32, ptr addrspace(1) %p, i64 %half
; WIDE: load i32, ptr addrspace(1) %shared{{.*}}; likely window
; MIDDLE: load i32, ptr addrspace(1) %shared{{.*}}; likely window
; SHORT: load i32, ptr addrspace(1) %shared{{.*}}; one by one
  %b = load i32, ptr addrspace(1) %shared
  %partner = xor i64 %i, %n
  %other = getelementptr i32, ptr addrspace(1) %p, i64 %partner
; WIDE: load i32, ptr addrspace(1) %other{{.*}}; exchange
; MIDDLE: load i32, ptr addrspace(1) %other{{.*}}; exchange
; SHORT: load i32, ptr addrspace(1) %other{{.*}}; likely contiguous
  %c = load i32, ptr addrspace(1) %other
  ret void
}

; CHECK-LABEL: @anywhere(
; FAST-LABEL: @anywhere(
define void @anywhere(ptr addrspace(1) %p, ptr addrspace(1) %table) {
  %i = call i64 @ocl.global_id(i32 0)
  %place = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %index = load i64, ptr addrspace(1) %place
  %word = getelementptr i32, ptr addrspace(1) %table, i64 %index
; WIDE: load i32, ptr addrspace(1) %word{{.*}}; gathered
; MIDDLE: load i32, ptr addrspace(1) %word{{.*}}; one by one
; SHORT: load i32, ptr addrspace(1) %word{{.*}}; one by one
  %a = load i32, ptr addrspace(1) %word
  %byte = getelementptr i8, ptr addrspace(1) %table, i64 %index
; CHECK: load i8, ptr addrspace(1) %byte{{.*}}; one by one
; FAST: load i8, ptr addrspace(1) %byte{{.*}}; gathered words
  %b = load i8, ptr addrspace(1) %byte
; CHECK: store i8 %b, ptr addrspace(1) %byte{{.*}}; one by one
; FAST: store i8 %b, ptr addrspace(1) %byte{{.*}}; one by one
  store i8 %b, ptr addrspace(1) %byte
  %vector = getelementptr <4 x float>, ptr addrspace(1) %table, i64 %index
; CHECK: load <4 x float>, ptr addrspace(1) %vector{{.*}}; one by one
; FAST: load <4 x float>, ptr addrspace(1) %vector{{.*}}; one by one
  %c = load <4 x float>, ptr addrspace(1) %vector
  ret void
}

; Elements of private arrays: one element of all lanes is a row; elements that differ between lanes are scattered.
; CHECK-LABEL: @private_arrays(
define void @private_arrays(ptr addrspace(1) %p, i64 %n) {
  %room = alloca [8 x i32], align 4
  %i = call i64 @ocl.global_id(i32 0)
  %row = getelementptr i32, ptr %room, i64 %n
; CHECK: store i32 0, ptr %row{{.*}}; private rows
  store i32 0, ptr %row
; CHECK: load i32, ptr %row{{.*}}; contiguous
  %a = load i32, ptr %row
  %place = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %index = load i64, ptr addrspace(1) %place
  %own = getelementptr i32, ptr %room, i64 %index
; WIDE: load i32, ptr %own{{.*}}; gathered
; MIDDLE: load i32, ptr %own{{.*}}; one by one
; SHORT: load i32, ptr %own{{.*}}; one by one
  %b = load i32, ptr %own
  ret void
}

; A load that overlaps the stores of neighbouring lanes is composed of loads that match these stores.
; RUN: pass_opt --passes=match_local_stores,verify %s | FileCheck %s

@tile = internal addrspace(3) global [64 x i32] poison
@other = internal addrspace(3) global [64 x i32] poison

; CHECK-LABEL: define void @neighbours(
; CHECK: call void @ocl.barrier
; CHECK: %[[PLACE:.*]] = getelementptr i32, ptr addrspace(3) %after, i64 -1
; CHECK-NEXT: %[[LOW:.*]] = load <4 x i32>, ptr addrspace(3) %[[PLACE]], align 4
; CHECK: %[[PLACE:.*]] = getelementptr i32, ptr addrspace(3) %after, i64 3
; CHECK-NEXT: %[[HIGH:.*]] = load <4 x i32>, ptr addrspace(3) %[[PLACE]], align 4
; CHECK-NEXT: %[[X:.*]] = shufflevector <4 x i32> %[[LOW]], <4 x i32> %[[HIGH]], <4 x i32> <i32 1, i32 2, i32 3, i32 4>
; CHECK: getelementptr i32, ptr addrspace(3) %before, i64 -2
; CHECK: getelementptr i32, ptr addrspace(3) %before, i64 2
; CHECK: %[[Y:.*]] = shufflevector <4 x i32> {{.*}} <4 x i32> <i32 2, i32 3, i32 4, i32 5>
; CHECK: %far.value = load <4 x i32>
; CHECK: add <4 x i32> %[[X]], %[[Y]]
define void @neighbours(ptr addrspace(1) %p, <4 x i32> %v, i64 %i) {
  %own = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  store <4 x i32> %v, ptr addrspace(3) %own, align 4
  call void @ocl.barrier(i32 1)
  %after = getelementptr i8, ptr addrspace(3) %own, i64 4
  %x = load <4 x i32>, ptr addrspace(3) %after, align 4
  %before = getelementptr i8, ptr addrspace(3) %own, i64 -8
  %y = load <4 x i32>, ptr addrspace(3) %before, align 4
  %far = getelementptr i8, ptr addrspace(3) %own, i64 16
  %far.value = load <4 x i32>, ptr addrspace(3) %far, align 4
  %sum = add <4 x i32> %x, %y
  %all = add <4 x i32> %sum, %far.value
  store <4 x i32> %all, ptr addrspace(1) %p
  ret void
}

; If possibly no lane is active, the address may be invalid. Then the loads read the beginning of the array.
; CHECK-LABEL: define void @masked(
; CHECK: %[[ANY:.*]] = call i1 @llvm.vector.reduce.or.v4i1(<4 x i1> %on)
; CHECK: %[[LOW:.*]] = select i1 %[[ANY]], ptr addrspace(3) %{{.*}}, ptr addrspace(3) @tile
; CHECK: load <4 x i32>, ptr addrspace(3) %[[LOW]]
; CHECK: %[[HIGH:.*]] = select i1 %[[ANY]], ptr addrspace(3) %{{.*}}, ptr addrspace(3) @tile
; CHECK: load <4 x i32>, ptr addrspace(3) %[[HIGH]]
; CHECK: %[[X:.*]] = shufflevector
; CHECK-NEXT: select <4 x i1> %on, <4 x i32> %[[X]], <4 x i32> splat (i32 7)
define void @masked(ptr addrspace(1) %p, <4 x i32> %v, i64 %i, <4 x i1> %on) {
  %own = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  call void @llvm.masked.store.v4i32.p3(<4 x i32> %v, ptr addrspace(3) align 4 %own, <4 x i1> %on)
  call void @ocl.barrier(i32 1)
  %after = getelementptr i8, ptr addrspace(3) %own, i64 4
  %x = call <4 x i32> @llvm.masked.load.v4i32.p3(ptr addrspace(3) align 4 %after, <4 x i1> %on, <4 x i32> splat (i32 7))
  store <4 x i32> %x, ptr addrspace(1) %p
  ret void
}

; If all lanes have stored to the address earlier, it is valid.
; CHECK-LABEL: define void @stored_before(
; CHECK-NOT: vector.reduce
; CHECK: %[[X:.*]] = shufflevector
; CHECK-NEXT: select <4 x i1> %on, <4 x i32> %[[X]], <4 x i32> zeroinitializer
define void @stored_before(ptr addrspace(1) %p, <4 x i32> %v, i64 %i, <4 x i1> %on) {
  %own = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  store <4 x i32> %v, ptr addrspace(3) %own, align 4
  call void @ocl.barrier(i32 1)
  %after = getelementptr i8, ptr addrspace(3) %own, i64 4
  %x = call <4 x i32> @llvm.masked.load.v4i32.p3(ptr addrspace(3) align 4 %after, <4 x i1> %on, <4 x i32> zeroinitializer)
  store <4 x i32> %x, ptr addrspace(1) %p
  ret void
}

; The load's alignment does not hold for the address of the store.
; CHECK-LABEL: define void @aligned(
; CHECK-COUNT-2: load <4 x i32>, ptr addrspace(3) %{{.*}}, align 4
define void @aligned(ptr addrspace(1) %p, <4 x i32> %v, ptr addrspace(3) %tile) {
  %own = getelementptr i8, ptr addrspace(3) %tile, i64 4
  store <4 x i32> %v, ptr addrspace(3) %own, align 4
  call void @ocl.barrier(i32 1)
  %x = load <4 x i32>, ptr addrspace(3) %tile, align 16
  store <4 x i32> %x, ptr addrspace(1) %p
  ret void
}

; Nothing matches: stores in two places, another array, volatile accesses and global memory.
; CHECK-LABEL: define void @others(
; CHECK-NOT: shufflevector
; CHECK: ret void
define void @others(ptr addrspace(1) %p, <4 x i32> %v, i64 %i) {
  %own = getelementptr i32, ptr addrspace(3) @tile, i64 %i
  store <4 x i32> %v, ptr addrspace(3) %own, align 4
  %second = getelementptr i8, ptr addrspace(3) %own, i64 8
  store <4 x i32> %v, ptr addrspace(3) %second, align 4
  call void @ocl.barrier(i32 1)
  %between = getelementptr i8, ptr addrspace(3) %own, i64 4
  %x = load <4 x i32>, ptr addrspace(3) %between, align 4
  %elsewhere = getelementptr i32, ptr addrspace(3) @other, i64 %i
  %y = load <4 x i32>, ptr addrspace(3) %elsewhere, align 4
  %z = load volatile <4 x i32>, ptr addrspace(3) %between, align 4
  %sum = add <4 x i32> %x, %y
  %all = add <4 x i32> %sum, %z
  store <4 x i32> %all, ptr addrspace(1) %p
  %global = getelementptr i8, ptr addrspace(1) %p, i64 4
  %w = load <4 x i32>, ptr addrspace(1) %global
  store <4 x i32> %w, ptr addrspace(1) %p
  ret void
}

declare void @ocl.barrier(i32) convergent

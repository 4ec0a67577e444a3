; What linearize hands over: masks of blocks, branches on any lane, and extensions that may wrap.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i1 @ocl.any(i1)

; CHECK-LABEL: define spir_kernel void @masked.full(
; CHECK: %[[C:.*]] = icmp slt <16 x i64>
; CHECK: freeze <16 x i1> %[[C]]
; CHECK: then:
; CHECK: %[[M:.*]] = freeze <16 x i1> %[[C]]
; CHECK: %[[D:.*]] = select <16 x i1> %[[M]], <16 x i64> %{{.*}}, <16 x i64> splat (i64 1)
; CHECK: sdiv <16 x i64> splat (i64 100), %[[D]]
; CHECK: masked.store.v16i64.p1(<16 x i64> %{{.*}}, <16 x i1> %[[M]])
; CHECK-NOT: ocl.mask
; CHECK-LABEL: define spir_kernel void @masked.tail(
; CHECK: and <16 x i1> %{{.*}}, %live
define spir_kernel void @masked(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %c = icmp slt i64 %i, %n
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  call void @ocl.mask(i1 %c)
  %v = load i64, ptr addrspace(1) %a
  %w = sdiv i64 100, %v
  store i64 %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Nothing says that i + 1 does not wrap at 2^32: contiguous if it does not within the chunk.
; CHECK-LABEL: define spir_kernel void @may_wrap.full(
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %{{.*}}, i32 15)
; CHECK: br i1
; CHECK: load <16 x i32>
; CHECK: llvm.masked.gather
define spir_kernel void @may_wrap(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %t1 = add i32 %t, 1
  %j = zext i32 %t1 to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; One atomic of the lanes' total; one per lane when the old value is used.
; CHECK-LABEL: define spir_kernel void @count.full(
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v16i32(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %[[SUM]]
; CHECK: lane:
; CHECK: atomicrmw add ptr addrspace(1) %q
define spir_kernel void @count(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %x = atomicrmw add ptr addrspace(1) %p, i32 %t monotonic
  %y = atomicrmw add ptr addrspace(1) %q, i32 %t monotonic
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %y, ptr addrspace(1) %a
  ret void
}

; An array with uniform indices is interleaved: its accesses are contiguous.
; CHECK-LABEL: define spir_kernel void @private_array.full(
; CHECK: alloca [512 x i8], align 64
; CHECK: store <16 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: load <16 x i32>, ptr %{{.*}}, align 4
define spir_kernel void @private_array(ptr addrspace(1) %p, i64 %n) #0 {
  %array = alloca [8 x i32]
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %e = getelementptr [8 x i32], ptr %array, i64 0, i64 %n
  store i32 %t, ptr %e
  %f = getelementptr [8 x i32], ptr %array, i64 0, i64 3
  %v = load i32, ptr %f
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; That two numbers have no bit in common is known of lanes that are on; lane 0, which may be off, takes their sum.
; CHECK-LABEL: define spir_kernel void @known_bits.full(
; CHECK: then:
; CHECK: %twice = shl i64
; CHECK: %[[SUM:.*]] = add i64 %twice, 3
; CHECK-NOT: or disjoint
; CHECK-LABEL: define spir_kernel void @known_bits.tail(
define spir_kernel void @known_bits(ptr addrspace(1) %p) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %bit = and i64 %i, 1
  %c = icmp eq i64 %bit, 0
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  call void @ocl.mask(i1 %c)
  %twice = shl i64 %i, 1
  %v = or disjoint i64 %twice, 3
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %v, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

; If all lanes access one place, one atomic adds the lanes' total. Each lane's old value is that of the atomic plus the
; values of the lanes before.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)

; CHECK-LABEL: define spir_kernel void @count.full(
; CHECK: %[[SUM:.*]] = call i32 @llvm.vector.reduce.add.v16i32(
; CHECK: atomicrmw add ptr addrspace(1) %p, i32 %[[SUM]]
; CHECK: %[[FIRST:.*]] = atomicrmw add ptr addrspace(1) %q, i32 %{{.*}} monotonic
; CHECK: insertelement <16 x i32> poison, i32 %[[FIRST]], i64 0
; CHECK: add <16 x i32> %{{.*}}, %[[BEFORE:.*]]
; CHECK-NOT: atomicrmw
; CHECK-LABEL: define spir_kernel void @count.tail(
; CHECK: select <16 x i1> %live, <16 x i32> %{{.*}}, <16 x i32> zeroinitializer
; CHECK: atomicrmw add ptr addrspace(1) %q
; CHECK-NOT: lane:
define spir_kernel void @count(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %x = atomicrmw add ptr addrspace(1) %p, i32 %t monotonic
  %y = atomicrmw add ptr addrspace(1) %q, i32 %t monotonic
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %y, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define spir_kernel void @maximum.full(
; CHECK: %[[MAX:.*]] = call i32 @llvm.vector.reduce.umax.v16i32(
; CHECK-NEXT: atomicrmw umax ptr addrspace(1) %q, i32 %[[MAX]] monotonic
; CHECK-NOT: atomicrmw
; CHECK-LABEL: define spir_kernel void @maximum.tail(
define spir_kernel void @maximum(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %old = atomicrmw umax ptr addrspace(1) %q, i32 %v monotonic
  ret void
}

; Each active lane takes one entry of a list. One atomic changes the counter for all of them.
; CHECK-LABEL: define spir_kernel void @places.full(
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %{{.*}} to i16
; CHECK: icmp ne i16
; CHECK: call <16 x i32> @llvm.ctpop.v16i32(
; CHECK: call i64 @llvm.ctpop.i64(
; CHECK: %[[FIRST:.*]] = atomicrmw sub ptr addrspace(1) %q, i32 %{{.*}} seq_cst
; CHECK: sub <16 x i32> %{{.*}}, %{{.*}}
; CHECK-NOT: lane:
; CHECK-LABEL: define spir_kernel void @places.tail(
define spir_kernel void @places(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %on = icmp sgt i32 %v, 7
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %take, label %end

take:
  call void @ocl.mask(i1 %on)
  %old = atomicrmw sub ptr addrspace(1) %q, i32 3 seq_cst
  store i32 %old, ptr addrspace(1) %a
  br label %end

end:
  ret void
}

; Each lane adds a different number; the total has 64 bits.
; CHECK-LABEL: define spir_kernel void @sums.full(
; CHECK: shufflevector <16 x i64>
; CHECK: %[[FIRST:.*]] = atomicrmw add ptr addrspace(1) %q, i64 %{{.*}} monotonic
; CHECK-NOT: atomicrmw
; CHECK-LABEL: define spir_kernel void @sums.tail(
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  %old = atomicrmw add ptr addrspace(1) %q, i64 %v monotonic
  store i64 %old, ptr addrspace(1) %a
  ret void
}

; Volatile atomics, exchanges, and old values that are no sums need one atomic for each lane.
; CHECK-LABEL: define spir_kernel void @turns.full(
; CHECK-COUNT-3: {{^}}lane
; CHECK-LABEL: define spir_kernel void @turns.tail(
define spir_kernel void @turns(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = atomicrmw volatile add ptr addrspace(1) %q, i32 1 monotonic
  %x = atomicrmw xchg ptr addrspace(1) %q, i32 %v monotonic
  %m = atomicrmw umax ptr addrspace(1) %q, i32 %x monotonic
  store i32 %m, ptr addrspace(1) %a
  ret void
}

; Lanes without a change perform no atomic; their old value is the loaded one.
; CHECK-LABEL: define spir_kernel void @bounds.full(
; CHECK: %[[SEEN:.*]] = call <16 x i32> @llvm.masked.gather
; CHECK: %[[CHANGES:.*]] = icmp sgt <16 x i32> %{{.*}}, %[[SEEN]]
; CHECK: br i1
; CHECK: phi <16 x i32> {{.*}}%[[SEEN]],
; CHECK: {{^}}lane
; CHECK: atomicrmw max
; CHECK-LABEL: define spir_kernel void @bounds.tail(
define spir_kernel void @bounds(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i32 %v
  %old = atomicrmw max ptr addrspace(1) %b, i32 %v monotonic
  store i32 %old, ptr addrspace(1) %a
  ret void
}

; One fence serves all lanes.
; CHECK-LABEL: define spir_kernel void @fence.full(
; CHECK: fence syncscope("device") seq_cst
; CHECK-NOT: fence
; CHECK-LABEL: define spir_kernel void @fence.tail(
define spir_kernel void @fence(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %a
  fence syncscope("device") seq_cst
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

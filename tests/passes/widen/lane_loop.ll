; Operations without a vector form run once for each active lane, in order.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare double @lgamma(double)

; It is possible that no lane is active.
; CHECK-LABEL: define spir_kernel void @libm.full(
; CHECK: %[[MASK:.*]] = freeze <16 x i1>
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %[[MASK]] to i16
; CHECK-NEXT: %[[ANY:.*]] = icmp ne i16 %[[BITS]], 0
; CHECK-NEXT: br i1 %[[ANY]]
; CHECK: lane:
; CHECK-NEXT: %[[REST:.*]] = phi i64
; CHECK-NEXT: %[[LANE:.*]] = call i64 @llvm.cttz.i64(i64 %[[REST]], i1 true)
; CHECK: call double @lgamma(double
; CHECK: %[[LESS:.*]] = sub i64 %[[REST]], 1
; CHECK-NEXT: %[[NEXT:.*]] = and i64 %[[REST]], %[[LESS]]
; CHECK-NEXT: icmp ne i64 %[[NEXT]], 0
define spir_kernel void @libm(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr double, ptr addrspace(1) %p, i64 %i
  %c = icmp slt i64 %i, %n
  br label %some
some:
  call void @ocl.mask(i1 %c)
  %v = load double, ptr addrspace(1) %a
  %w = call double @lgamma(double %v)
  store double %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define spir_kernel void @exchange.full(
; CHECK: phi i64 [ 65535, %0 ]
; CHECK: %[[VALUE:.*]] = add i32 %t, %{{.*}}
; CHECK-NEXT: cmpxchg ptr addrspace(1) %p, i32 %x, i32 %[[VALUE]] monotonic monotonic
define spir_kernel void @exchange(ptr addrspace(1) %p, i32 %x) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %r = cmpxchg ptr addrspace(1) %p, i32 %x, i32 %t monotonic monotonic
  %old = extractvalue { i32, i1 } %r, 0
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %old, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define spir_kernel void @volatile_access.full(
; CHECK: lane:
; CHECK: store volatile i32 1
; CHECK-LABEL: define spir_kernel void @volatile_access.tail(
define spir_kernel void @volatile_access(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store volatile i32 1, ptr addrspace(1) %a
  ret void
}

; An array has padding after each i24, but a vector of i24 has none.
; CHECK-LABEL: define spir_kernel void @padded.full(
; CHECK: %[[OPERANDS:.*]] = alloca [16 x i32]
; CHECK: %[[RESULTS:.*]] = alloca [16 x i32]
; CHECK: lane:
; CHECK: %[[LOADED:.*]] = load i24, ptr addrspace(1)
; CHECK: %[[EXTENDED:.*]] = zext i24 %[[LOADED]] to i32
; CHECK: getelementptr i32, ptr %[[RESULTS]]
; CHECK: store i32 %[[EXTENDED]]
; CHECK: %[[LANES:.*]] = load <16 x i32>, ptr %[[RESULTS]]
; CHECK: trunc <16 x i32> %[[LANES]] to <16 x i24>
; CHECK: store <16 x i32> %{{.*}}, ptr %[[OPERANDS]]
; CHECK: getelementptr i32, ptr %[[OPERANDS]]
; CHECK: trunc i32 %{{.*}} to i24
define spir_kernel void @padded(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i24, ptr addrspace(1) %p, i64 %i
  %v = load i24, ptr addrspace(1) %a
  %w = add i24 %v, 1
  store i24 %w, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

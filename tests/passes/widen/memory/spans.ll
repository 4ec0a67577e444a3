; Widens strided loads and stores to accesses of whole vectors: contiguous ones, reversed ones, every second element,
; and source vectors. They are masked in the tail.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.global_size(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @contiguous.full(
; CHECK: %[[V:.*]] = load <16 x float>, ptr addrspace(1) %a, align 4
; CHECK: %[[W:.*]] = fadd <16 x float> %[[V]]
; CHECK: store <16 x float> %[[W]], ptr addrspace(1) %a, align 4
; CHECK-LABEL: define spir_kernel void @contiguous.tail(
; CHECK: %live = icmp ult <16 x i32> <i32 0, i32 1, {{.*}}i32 15>
; CHECK: call <16 x float> @llvm.masked.load.v16f32.p1(ptr addrspace(1) align 4 %a, <16 x i1> %live
; CHECK: call void @llvm.masked.store.v16f32.p1(<16 x float> %{{.*}}, ptr addrspace(1) align 4 %a, <16 x i1> %live)
define spir_kernel void @contiguous(ptr addrspace(1) %p, float %x) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, %x
  store float %w, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define spir_kernel void @reversed.full(
; CHECK: %[[LOW:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 -60
; CHECK: %[[V:.*]] = load <16 x i32>, ptr addrspace(1) %[[LOW]], align 4
; CHECK: shufflevector <16 x i32> %[[V]], <16 x i32> poison, <16 x i32> <i32 15, i32 14,
define spir_kernel void @reversed(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %n = call i64 @ocl.global_size(i32 0)
  %j = sub i64 %n, %i
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; The last lane's element is the last one read: 31 elements, not 32.
; CHECK-LABEL: define spir_kernel void @every_second.full(
; CHECK: load <16 x i32>, ptr addrspace(1) %a, align 4
; CHECK: %[[SECOND:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 60
; CHECK: load <16 x i32>, ptr addrspace(1) %[[SECOND]], align 4
; CHECK: shufflevector <32 x i32> %{{.*}}, <16 x i32> <i32 0, i32 2, {{.*}}i32 14, i32 17, i32 19, {{.*}}i32 31>
define spir_kernel void @every_second(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = shl i64 %i, 1
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; One of eight elements is used, but two in each loaded register.
; CHECK-LABEL: define spir_kernel void @every_eighth.full(
; CHECK-COUNT-8: load <16 x float>, ptr addrspace(1)
; CHECK: shufflevector
; CHECK-NOT: load
; CHECK: ret void
define spir_kernel void @every_eighth(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = shl i64 %i, 3
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %v, ptr addrspace(1) %b
  ret void
}

; Registers hold half as many doubles: each double is loaded by itself.
; CHECK-LABEL: define spir_kernel void @every_eighth_double.full(
; CHECK-COUNT-16: load double, ptr addrspace(1)
; CHECK: ret void
define spir_kernel void @every_eighth_double(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = shl i64 %i, 3
  %a = getelementptr double, ptr addrspace(1) %p, i64 %j
  %v = load double, ptr addrspace(1) %a
  %b = getelementptr double, ptr addrspace(1) %q, i64 %i
  store double %v, ptr addrspace(1) %b
  ret void
}

; The bytes take less than a register.
; CHECK-LABEL: define spir_kernel void @every_sixth_byte.full(
; CHECK-COUNT-6: load <16 x i8>, ptr addrspace(1)
; CHECK-NOT: load
; CHECK: ret void
define spir_kernel void @every_sixth_byte(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = mul i64 %i, 6
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %v = load i8, ptr addrspace(1) %a
  %b = getelementptr i8, ptr addrspace(1) %q, i64 %i
  store i8 %v, ptr addrspace(1) %b
  ret void
}

; A float4 becomes one vector for each component.
; CHECK-LABEL: define spir_kernel void @components.full(
; CHECK-COUNT-4: load <16 x float>, ptr addrspace(1)
; CHECK-COUNT-8: shufflevector <16 x float>
; CHECK: fadd <16 x float>
; CHECK: store <16 x float>
define spir_kernel void @components(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a
  %x = extractelement <4 x float> %v, i32 0
  %w = extractelement <4 x float> %v, i32 3
  %s = fadd float %x, %w
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %s, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

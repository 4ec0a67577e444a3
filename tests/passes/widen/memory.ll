; Loads and stores by the shape of their address: contiguous, reversed, every second element, columns, one place
; for all lanes, gathers; and the masked forms of the tail.
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

; The last element read is the last lane's: 31 elements, not 32.
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

; Far apart, but at known distances: loads of single elements, and a gather where a mask is needed.
; CHECK-LABEL: define spir_kernel void @column.full(
; CHECK: %[[V0:.*]] = load i32, ptr addrspace(1) %a, align 4
; CHECK: %[[L0:.*]] = insertelement <16 x i32> poison, i32 %[[V0]], i64 0
; CHECK: %[[A1:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 68
; CHECK: %[[V1:.*]] = load i32, ptr addrspace(1) %[[A1]], align 4
; CHECK: insertelement <16 x i32> %[[L0]], i32 %[[V1]], i64 1
; CHECK: getelementptr i8, ptr addrspace(1) %a, i64 1020
; CHECK-LABEL: define spir_kernel void @column.tail(
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32.v16p1(
define spir_kernel void @column(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = mul i64 %i, 17
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: define spir_kernel void @one_place.full(
; CHECK: %[[LAST:.*]] = extractelement <16 x i32> %{{.*}}, i32 15
; CHECK: store i32 %[[LAST]], ptr addrspace(1) %p
; CHECK-LABEL: define spir_kernel void @one_place.tail(
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %live to i16
; CHECK: call i16 @llvm.ctlz.i16(i16 %[[BITS]], i1 true)
define spir_kernel void @one_place(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = trunc i64 %i to i32
  store i32 %j, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @gathered.full(
; CHECK: call <16 x float> @llvm.masked.gather.v16f32.v16p1(
define spir_kernel void @gathered(ptr addrspace(1) %p, ptr addrspace(1) %index) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %index, i64 %i
  %j = load i64, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %b
  %c = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float %v, ptr addrspace(1) %c
  ret void
}

; A float4 is one vector per component.
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

; Without AVX-512 BW a masked byte access is a plain one when all lanes are on, else one per lane.
; CHECK-LABEL: define spir_kernel void @bytes.tail(
; CHECK-NOT: llvm.masked
; CHECK: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK: br i1 %[[ALL]]
; CHECK: store <16 x i8>
define spir_kernel void @bytes(ptr addrspace(1) %p) #1 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 1, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }
attributes #1 = { "lanewise-lanes"="16" "target-features"="+avx2" }

; Loads from addresses that come from memory.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

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

declare void @ocl.mask(i1)

; Masked bytes, with fast gathers: they are extracted from the words around them.
; CHECK-LABEL: define spir_kernel void @words.full(
; CHECK: %[[BYTES:.*]] = and <16 x i64> %{{.*}}, splat (i64 3)
; CHECK: %[[BACK:.*]] = sub <16 x i64> zeroinitializer, %[[BYTES]]
; CHECK: %[[PLACES:.*]] = getelementptr i8, <16 x ptr addrspace(1)> %{{.*}}, <16 x i64> %[[BACK]]
; CHECK: %[[WORDS:.*]] = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %[[PLACES]]
; CHECK: lshr <16 x i32> %[[WORDS]]
; CHECK: trunc <16 x i32> %{{.*}} to <16 x i8>
; With slow gathers, inactive lanes load zeros.
; CHECK-LABEL: define spir_kernel void @slow.full(
; CHECK: %[[NOWHERE:.*]] = alloca [1 x i8], align 64
; CHECK-NEXT: call void @llvm.memset.p0.i64(ptr align 64 %[[NOWHERE]], i8 0, i64 1, i1 false)
; CHECK: addrspacecast ptr %[[NOWHERE]]
; CHECK-NOT: gather
; CHECK: load i8
; CHECK-LABEL: define spir_kernel void @unaligned.full(
; CHECK-NOT: gather
; CHECK: load i16, ptr addrspace(1) %{{.*}}, align 1
define spir_kernel void @words(ptr addrspace(1) %p, ptr addrspace(1) %index) #1 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %index, i64 %i
  %j = load i64, ptr addrspace(1) %a
  %in = icmp ult i64 %j, 100
  br label %on

on:
  call void @ocl.mask(i1 %in)
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %v = load i8, ptr addrspace(1) %b
  %c = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 %v, ptr addrspace(1) %c
  br label %end

end:
  ret void
}

define spir_kernel void @slow(ptr addrspace(1) %p, ptr addrspace(1) %index) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %index, i64 %i
  %j = load i64, ptr addrspace(1) %a
  %in = icmp ult i64 %j, 100
  br label %on

on:
  call void @ocl.mask(i1 %in)
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %v = load i8, ptr addrspace(1) %b
  %c = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 %v, ptr addrspace(1) %c
  br label %end

end:
  ret void
}

define spir_kernel void @unaligned(ptr addrspace(1) %p, ptr addrspace(1) %index) #1 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %index, i64 %i
  %j = load i64, ptr addrspace(1) %a
  %in = icmp ult i64 %j, 100
  br label %on

on:
  call void @ocl.mask(i1 %in)
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %v = load i16, ptr addrspace(1) %b, align 1
  %c = getelementptr i16, ptr addrspace(1) %p, i64 %i
  store i16 %v, ptr addrspace(1) %c
  br label %end

end:
  ret void
}

; Source vectors in blocks of 128 bits: lanes 0 and 4, 1 and 5, 2 and 6, 3 and 7. Shuffles within 128 bits deinterleave
; and interleave them.
; CHECK-LABEL: define spir_kernel void @blocks.full(
; CHECK: %[[LANE0:.*]] = load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NEXT: %[[LANE4:.*]] = load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK-NEXT: %[[ROW0:.*]] = shufflevector <4 x float> %[[LANE0]], <4 x float> %[[LANE4]], <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK-COUNT-6: load <4 x float>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[EVEN:.*]] = shufflevector <8 x float> %[[ROW0]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 8, i32 1, i32 9, i32 4, i32 12, i32 5, i32 13>
; CHECK: shufflevector <8 x float> %[[EVEN]], <8 x float> %{{.*}}, <8 x i32> <i32 0, i32 1, i32 8, i32 9, i32 4, i32 5, i32 12, i32 13>
; CHECK: fadd <8 x float>
; CHECK: %[[LOW:.*]] = shufflevector <8 x float> %{{.*}}, <8 x float> poison, <4 x i32> <i32 0, i32 1, i32 2, i32 3>
; CHECK-NEXT: store <4 x float> %[[LOW]], ptr addrspace(1) %{{.*}}, align 4
; CHECK-COUNT-7: store <4 x float>
; CHECK: ret void
define spir_kernel void @blocks(ptr addrspace(1) %p, ptr addrspace(1) %index) #2 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %index, i64 %i
  %j = load i64, ptr addrspace(1) %a
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %j
  %v = load <4 x float>, ptr addrspace(1) %b, align 4
  %w = fadd <4 x float> %v, %v
  store <4 x float> %w, ptr addrspace(1) %b, align 4
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }
attributes #1 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl,+fast-gather" }
attributes #2 = { "lanewise-lanes"="8" "target-features"="+avx2" }

; Private arrays: W copies, interleaved where every access is made of the same scalars, otherwise each in
; a place of its own.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.mask(i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @take(ptr)

; Far apart under a mask: what lanes that are off point to is nowhere.
; CHECK-LABEL: define spir_kernel void @steps_under_mask.full(
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32
define spir_kernel void @steps_under_mask(ptr addrspace(1) %p, i32 %n) #0 {
  %a = alloca [16 x i32], align 4
  %i = call i64 @ocl.local_id(i32 0)
  %o = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %o, align 4
  %s = getelementptr [16 x i32], ptr %a, i64 0, i64 3
  store i32 %x, ptr %s, align 4
  %m = icmp slt i32 %x, %n
  call void @ocl.mask(i1 %m)
  %b = getelementptr [16 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %b, align 4
  store i32 %v, ptr addrspace(1) %o, align 4
  ret void
}

; Vectors in an interleaved array at the same index in all lanes: one row per component. At the index of the
; lane: every lane in a row of its own.
; CHECK-LABEL: define spir_kernel void @vectors.full(
; CHECK: %array = alloca [1024 x i8], align 64
; CHECK: store <16 x i16> %{{.*}}, ptr %[[ROW:.*]], align 2
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr %[[ROW]], i64 32
; CHECK: store <16 x i16> %{{.*}}, ptr %[[NEXT]], align 2
; CHECK-NOT: load <16 x i16>
; CHECK-COUNT-16: load i16, ptr
define spir_kernel void @vectors(ptr addrspace(1) %p, i64 %n, <2 x i16> %x) #0 {
  %array = alloca [16 x <2 x i16>]
  %i = call i64 @ocl.local_id(i32 0)
  %same = getelementptr <2 x i16>, ptr %array, i64 %n
  store <2 x i16> %x, ptr %same
  %low = and i64 %i, 15
  %own = getelementptr <2 x i16>, ptr %array, i64 %low
  %v = load <2 x i16>, ptr %own
  %e = extractelement <2 x i16> %v, i64 0
  %at = getelementptr i16, ptr addrspace(1) %p, i64 %i
  store i16 %e, ptr addrspace(1) %at
  ret void
}

; Accesses of different sizes: one copy after the other, 32 bytes from lane to lane.
; CHECK-LABEL: define spir_kernel void @mixed.full(
; CHECK: %array = alloca [512 x i8], align 64
; CHECK: <i64 0, i64 32, i64 64,
define spir_kernel void @mixed(ptr addrspace(1) %p, i64 %n, i32 %x) #0 {
  %array = alloca [8 x i32]
  %i = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr %array, i64 %n
  store i32 %x, ptr %a
  %b = getelementptr i8, ptr %array, i64 3
  %v = load i8, ptr %b
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 %v, ptr addrspace(1) %at
  ret void
}

; A fill of a whole interleaved array, by all lanes and by some.
; CHECK-LABEL: define spir_kernel void @filled.full(
; CHECK: call void @llvm.memset{{.*}}(ptr align 64 %array, i8 7, i64 128, i1 false)
; CHECK: some:
; CHECK: %[[OLD:.*]] = load <16 x i32>, ptr %array
; CHECK: %[[NEW:.*]] = select <16 x i1> %{{.*}}, <16 x i32> splat (i32 16843009), <16 x i32> %[[OLD]]
; CHECK: store <16 x i32> %[[NEW]], ptr %array
define spir_kernel void @filled(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %array = alloca [2 x i32]
  %i = call i64 @ocl.local_id(i32 0)
  call void @llvm.memset.p0.i64(ptr %array, i8 7, i64 8, i1 false)
  %c = icmp slt i64 %i, %n
  br label %some
some:
  call void @ocl.mask(i1 %c)
  call void @llvm.memset.p0.i64(ptr %array, i8 1, i64 8, i1 false)
  %a = getelementptr i32, ptr %array, i64 %n
  %v = load i32, ptr %a
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

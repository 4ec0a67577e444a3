; A fill of an interleaved array fills the copies of active lanes.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.mask(i1)
declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)

; All lanes fill a whole interleaved array, then some lanes do.
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

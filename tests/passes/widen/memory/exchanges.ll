; If each lane accesses another lane's element of the same register, whole blocks are accessed and permuted.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @swap.full(
; CHECK: %[[OTHER:.*]] = and i64 %{{.*}}, 15
; CHECK: %[[ALIGNED:.*]] = icmp eq i64 %[[OTHER]], 0
; CHECK: xor <16 x i32> <i32 0, i32 1,
; CHECK: %[[FIRST:.*]] = and i64 %{{.*}}, -16
; CHECK: br i1 %[[ALIGNED]], label %{{.*}}, label
; CHECK: load <16 x float>
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: store <16 x float>
; CHECK: call void @llvm.masked.scatter
; Masks are permuted as well.
; CHECK-LABEL: define spir_kernel void @swap.tail(
; CHECK: sext <16 x i1> %{{.*}} to <16 x i32>
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: icmp ne <16 x i32>
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call void @llvm.masked.store
define spir_kernel void @swap(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %distance) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %other = xor i64 %id, %distance
  %a = getelementptr float, ptr addrspace(1) %p, i64 %other
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %other
  store float %v, ptr addrspace(1) %b
  ret void
}

; Excluded: indices that grow by more than one from lane to lane.
; CHECK-LABEL: define spir_kernel void @others.full(
; CHECK-NOT: permvar
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @others.tail(
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %twice = shl i64 %id, 1
  %other = xor i64 %twice, 1
  %a = getelementptr float, ptr addrspace(1) %p, i64 %other
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }

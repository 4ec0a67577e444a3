; Widens intrinsics that have more than one result.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare { i32, i1 } @llvm.uadd.with.overflow.i32(i32, i32)

; CHECK-LABEL: define spir_kernel void @pair.full(
; CHECK: call { <16 x i32>, <16 x i1> } @llvm.uadd.with.overflow.v16i32(
; CHECK: select <16 x i1> %{{.*}}, <16 x i32> splat (i32 -1), <16 x i32>
define spir_kernel void @pair(ptr addrspace(1) %p, i32 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %r = call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %v, i32 %n)
  %s = extractvalue { i32, i1 } %r, 0
  %o = extractvalue { i32, i1 } %r, 1
  %t = select i1 %o, i32 -1, i32 %s
  store i32 %t, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

; Masked accesses of bytes on a target without such instructions.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; Without AVX-512 BW a masked byte access is a plain one when all lanes are active, otherwise one for each lane.
; CHECK-LABEL: define spir_kernel void @bytes.tail(
; CHECK-NOT: llvm.masked
; CHECK: %[[ALL:.*]] = icmp eq i16 %{{.*}}, -1
; CHECK: br i1 %[[ALL]]
; CHECK: store <16 x i8>
define spir_kernel void @bytes(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 1, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2" }

; If a stride holds only without wrap-around, both forms of the access exist. A check of lane 0 chooses between them.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; i + 1 may wrap around at 2^32: the access is contiguous if this does not happen within the chunk.
; CHECK-LABEL: define spir_kernel void @may_wrap.full(
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %{{.*}}, i32 15)
; CHECK: br i1
; CHECK: load <16 x i32>
; CHECK: llvm.masked.gather
define spir_kernel void @may_wrap(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %t1 = add i32 %t, 1
  %j = zext i32 %t1 to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %j
  %v = load i32, ptr addrspace(1) %a
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  store i32 %v, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

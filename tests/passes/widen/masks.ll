; Stores and divisions of a masked block affect only active lanes; in the tail only the live ones.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i1 @ocl.any(i1)

; CHECK-LABEL: define spir_kernel void @masked.full(
; CHECK: %[[C:.*]] = icmp slt <16 x i64>
; CHECK: freeze <16 x i1> %[[C]]
; CHECK: then:
; CHECK: %[[M:.*]] = freeze <16 x i1> %[[C]]
; CHECK: %[[D:.*]] = select <16 x i1> %[[M]], <16 x i64> %{{.*}}, <16 x i64> splat (i64 1)
; CHECK: sdiv <16 x i64> splat (i64 100), %[[D]]
; CHECK: masked.store.v16i64.p1(<16 x i64> %{{.*}}, <16 x i1> %[[M]])
; CHECK-NOT: ocl.mask
; CHECK-LABEL: define spir_kernel void @masked.tail(
; CHECK: and <16 x i1> %{{.*}}, %live
define spir_kernel void @masked(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %c = icmp slt i64 %i, %n
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  call void @ocl.mask(i1 %c)
  %v = load i64, ptr addrspace(1) %a
  %w = sdiv i64 100, %v
  store i64 %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

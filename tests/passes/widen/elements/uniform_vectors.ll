; Uniform source vectors stay as they are.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)

; A uniform source vector with as many elements as there are lanes stays one vector. The lanes' mask does not apply to
; its elements. A division needs at least one active lane.
; CHECK-LABEL: define spir_kernel void @uniform_vector.tail(
; CHECK: urem <16 x i32> %a, %b
; CHECK: some:
; CHECK: %[[ANY:.*]] = icmp ne i16 %{{.*}}, 0
; CHECK-NEXT: %[[SAFE:.*]] = select i1 %[[ANY]], <16 x i32> %b, <16 x i32> splat (i32 1)
; CHECK-NEXT: sdiv <16 x i32> %a, %[[SAFE]]
define spir_kernel void @uniform_vector(ptr addrspace(1) %p, <16 x i32> %a, <16 x i32> %b, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %r = urem <16 x i32> %a, %b
  %e = extractelement <16 x i32> %r, i64 13
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %e, ptr addrspace(1) %at
  %c = icmp slt i64 %i, %n
  br label %some
some:
  call void @ocl.mask(i1 %c)
  %d = sdiv <16 x i32> %a, %b
  %f = extractelement <16 x i32> %d, i64 3
  store i32 %f, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

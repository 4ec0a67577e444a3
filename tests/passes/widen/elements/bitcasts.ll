; Bitcasts to elements of another size: the bits are shifted out of each lane.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @cast.full(
; CHECK: %[[HIGH:.*]] = lshr <16 x i32> %{{.*}}, splat (i32 16)
; CHECK: %[[SECOND:.*]] = trunc <16 x i32> %[[HIGH]] to <16 x i16>
; CHECK: store <16 x i16> %[[SECOND]]
define spir_kernel void @cast(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %w = bitcast i32 %v to <2 x i16>
  %e = extractelement <2 x i16> %w, i32 1
  %b = getelementptr i16, ptr addrspace(1) %q, i64 %i
  store i16 %e, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

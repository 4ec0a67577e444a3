; Facts about active lanes need not hold for lane 0, which may be inactive.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i1 @ocl.any(i1)

; Active lanes have no common bits in the two numbers. Lane 0 may be inactive, so that the numbers are added.
; CHECK-LABEL: define spir_kernel void @known_bits.full(
; CHECK: then:
; CHECK: %twice = shl i64
; CHECK: %[[SUM:.*]] = add i64 %twice, 3
; CHECK-NOT: or disjoint
; CHECK-LABEL: define spir_kernel void @known_bits.tail(
define spir_kernel void @known_bits(ptr addrspace(1) %p) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %bit = and i64 %i, 1
  %c = icmp eq i64 %bit, 0
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  call void @ocl.mask(i1 %c)
  %twice = shl i64 %i, 1
  %v = or disjoint i64 %twice, 3
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %v, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

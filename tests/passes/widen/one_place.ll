; A store of all lanes to one place: the last lane that is on wins.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @one_place.full(
; CHECK: %[[LAST:.*]] = extractelement <16 x i32> %{{.*}}, i32 15
; CHECK: store i32 %[[LAST]], ptr addrspace(1) %p
; CHECK-LABEL: define spir_kernel void @one_place.tail(
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %live to i16
; CHECK: call i16 @llvm.ctlz.i16(i16 %[[BITS]], i1 true)
define spir_kernel void @one_place(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = trunc i64 %i to i32
  store i32 %j, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

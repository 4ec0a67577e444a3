; In a store of all lanes to one address, the last active lane wins.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @one_place.full(
; CHECK: %[[LAST:.*]] = extractelement <16 x i32> %{{.*}}, i32 15
; CHECK: store i32 %[[LAST]], ptr addrspace(1) %p
; CHECK-LABEL: define spir_kernel void @one_place.tail(
; CHECK: %[[BITS:.*]] = bitcast <16 x i1> %live to i16
; CHECK-NEXT: %[[WIDE:.*]] = zext i16 %[[BITS]] to i32
; CHECK-NEXT: %[[TWICE:.*]] = shl i32 %[[WIDE]], 1
; CHECK-NEXT: %[[MORE:.*]] = or i32 %[[TWICE]], 1
; CHECK-NEXT: %[[ABOVE:.*]] = call i32 @llvm.ctlz.i32(i32 %[[MORE]], i1 true)
; CHECK-NEXT: %[[NUMBER:.*]] = sub i32 30, %[[ABOVE]]
; CHECK-NEXT: %[[LANE:.*]] = and i32 %[[NUMBER]], 15
; CHECK-NEXT: extractelement <16 x i32> %{{.*}}, i32 %[[LANE]]
define spir_kernel void @one_place(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = trunc i64 %i to i32
  store i32 %j, ptr addrspace(1) %p
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

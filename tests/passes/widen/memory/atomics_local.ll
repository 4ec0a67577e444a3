; Atomics on local memory run lane by lane without a loop.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s
target datalayout = "e-i64:64-v16:16-v24:32-v32:32-v48:64-v96:128-v192:256-v256:256-v512:512-v1024:1024-n8:16:32:64"

@histogram.bins = internal addrspace(3) global [256 x i32] poison, align 4
declare i64 @ocl.global_id(i32)

; CHECK-LABEL: define spir_kernel void @histogram.full(
; CHECK: %[[BYTES:.*]] = load <16 x i8>
; CHECK: %[[WORDS:.*]] = bitcast <16 x i8> %[[BYTES]] to <2 x i64>
; CHECK-NEXT: %[[WORD:.*]] = extractelement <2 x i64> %[[WORDS]], i64 0
; CHECK-NEXT: %[[SHIFTED:.*]] = lshr i64 %[[WORD]], 0
; CHECK-NEXT: %[[INDEX:.*]] = and i64 %[[SHIFTED]], 255
; CHECK-NEXT: %[[BIN:.*]] = getelementptr inbounds i32, ptr addrspace(3) @histogram.bins, i64 %[[INDEX]]
; CHECK-NEXT: atomicrmw add ptr addrspace(3) %[[BIN]], i32 1 monotonic
; CHECK: %[[WORD8:.*]] = extractelement <2 x i64> %{{.*}}, i64 1
; CHECK-NEXT: lshr i64 %[[WORD8]], 0
; CHECK-NOT: br
; CHECK: ret void
; CHECK-LABEL: define spir_kernel void @histogram.tail(
; CHECK: lane:
; CHECK: atomicrmw add
define spir_kernel void @histogram(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %a
  %index = zext i8 %v to i64
  %bin = getelementptr inbounds i32, ptr addrspace(3) @histogram.bins, i64 %index
  %old = atomicrmw add ptr addrspace(3) %bin, i32 1 monotonic
  ret void
}

; CHECK-LABEL: define spir_kernel void @ranks.full(
; CHECK: ashr i64 %{{.*}}, 32
; CHECK: %[[OLD:.*]] = atomicrmw add
; CHECK-NEXT: insertelement <16 x i32> poison, i32 %[[OLD]], i64 0
; CHECK-LABEL: define spir_kernel void @ranks.tail(
define spir_kernel void @ranks(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %index = sext i32 %v to i64
  %bin = getelementptr i32, ptr addrspace(3) @histogram.bins, i64 %index
  %old = atomicrmw add ptr addrspace(3) %bin, i32 %v monotonic
  store i32 %old, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

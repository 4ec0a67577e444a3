; Sums over the active lanes, and the value of the first active lane.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i32 @ocl.lanes_before(i32) convergent
declare i32 @ocl.lanes_total(i32) convergent
declare i64 @ocl.from_first(i64) convergent

; With all lanes active the results are constants.
; CHECK-LABEL: define spir_kernel void @all.full(
; CHECK-NOT: ctpop
; CHECK: store <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 4, i32 5, i32 6, i32 7>
; CHECK: store i32 8, ptr addrspace(1) %q
; Only the live lanes of a partial chunk count.
; CHECK-LABEL: define spir_kernel void @all.tail(
; CHECK: %live = icmp ult <8 x i32>
; CHECK: and <8 x i32> %{{.*}}, <i32 0, i32 1, i32 3, i32 7, i32 15, i32 31, i32 63, i32 127>
; CHECK-NEXT: call <8 x i32> @llvm.ctpop.v8i32
define spir_kernel void @all(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %before = call i32 @ocl.lanes_before(i32 1)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %before, ptr addrspace(1) %at
  %total = call i32 @ocl.lanes_total(i32 1)
  store i32 %total, ptr addrspace(1) %q
  ret void
}

; Varying numbers: those of inactive lanes do not count.
; CHECK-LABEL: define spir_kernel void @some.full(
; CHECK: %[[OWN:.*]] = select <8 x i1> %{{.*}}, <8 x i32> %{{.*}}, <8 x i32> zeroinitializer
; CHECK: shufflevector <8 x i32> %[[OWN]], <8 x i32> zeroinitializer, <8 x i32> <i32 8, i32 0, i32 1
; CHECK: call i32 @llvm.vector.reduce.add.v8i32
; CHECK: %[[MORE:.*]] = or i16 %{{.*}}, 256
; CHECK-NEXT: %[[FIRST:.*]] = call i16 @llvm.cttz.i16(i16 %[[MORE]], i1 true)
; CHECK-NEXT: %[[NUMBER:.*]] = zext i16 %[[FIRST]] to i32
; CHECK-NEXT: %[[LANE:.*]] = and i32 %[[NUMBER]], 7
; CHECK: extractelement <8 x i64> %{{.*}}, i32 %[[LANE]]
define spir_kernel void @some(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %number = load i32, ptr addrspace(1) %at
  %c = icmp sgt i32 %number, 5
  br label %then
then:
  call void @ocl.mask(i1 %c)
  %before = call i32 @ocl.lanes_before(i32 %number)
  store i32 %before, ptr addrspace(1) %at
  %total = call i32 @ocl.lanes_total(i32 %number)
  store i32 %total, ptr addrspace(1) %q
  %wide = zext i32 %number to i64
  %first = call i64 @ocl.from_first(i64 %wide)
  store i64 %first, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "lanewise-lanes"="8" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

; Operations of sub-groups: inactive lanes contribute the identity of an operator, and no bit of a ballot.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i32 @ocl.sub_group_size() memory(none)
declare i32 @ocl.sub_group_id() memory(none)
declare i32 @ocl.sub_group_lane() memory(none)
declare i1 @ocl.never() memory(none)
declare void @ocl.sub_group_barrier() convergent
declare i64 @ocl.sub_group_ballot(i1) convergent
declare i32 @ocl.sub_group_reduce.add.i32(i32) convergent
declare float @ocl.sub_group_scan.min.f32(float) convergent
declare i32 @ocl.sub_group_shuffle.i32(i32, i32) convergent
declare i32 @ocl.sub_group_broadcast.i32(i32, i32) convergent

; The size of a full sub-group is constant; for a partial one the live lanes count. Lane ids are constants.
; CHECK-LABEL: define spir_kernel void @sizes.full(
; CHECK: call i64 @ocl.local_id(i32 1)
; CHECK: lshr i64 %{{.*}}, 4
; CHECK: store <16 x i32>
; CHECK-LABEL: define spir_kernel void @sizes.tail(
; CHECK: %[[LANES:.*]] = call i64 @ocl.chunk_lanes()
; CHECK: trunc i64 %{{.*}} to i32
define spir_kernel void @sizes(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %size = call i32 @ocl.sub_group_size()
  %id = call i32 @ocl.sub_group_id()
  %lane = call i32 @ocl.sub_group_lane()
  %a = add i32 %size, %id
  %b = add i32 %a, %lane
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %b, ptr addrspace(1) %q
  ret void
}

; CHECK-LABEL: define spir_kernel void @combine.full(
; CHECK: %[[X:.*]] = load <16 x i32>
; CHECK-NOT: select
; CHECK: shufflevector <16 x i32> %[[X]], {{.*}} <8 x i32>
; CHECK: add <8 x i32>
; CHECK: add <4 x i32>
; CHECK: add <2 x i32>
; CHECK: add <1 x i32>
; CHECK: %[[MASK:.*]] = freeze <16 x i1>
; CHECK: bitcast <16 x i1> %{{.*}} to i16
; CHECK: select <16 x i1> %[[MASK]], <16 x float> %{{.*}}, <16 x float> splat (float 0x7FF0000000000000)
; CHECK-LABEL: define spir_kernel void @combine.tail(
; CHECK: select <16 x i1> %live, <16 x i32> %{{.*}}, <16 x i32> zeroinitializer
define spir_kernel void @combine(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %sum = call i32 @ocl.sub_group_reduce.add.i32(i32 %x)
  store i32 %sum, ptr addrspace(1) %q
  call void @ocl.sub_group_barrier()
  %c = icmp ult i64 %i, %n
  br label %some
some:
  call void @ocl.mask(i1 %c)
  %odd = trunc i32 %x to i1
  %bits = call i64 @ocl.sub_group_ballot(i1 %odd)
  %f = bitcast i32 %x to float
  %least = call float @ocl.sub_group_scan.min.f32(float %f)
  %b = trunc i64 %bits to i32
  store i32 %b, ptr addrspace(1) %q
  store float %least, ptr addrspace(1) %q
  ret void
}

; Constant indices become a shuffle, varying ones a permutation, and a uniform one an extracted element.
; CHECK-LABEL: define spir_kernel void @shuffle.full(
; CHECK: shufflevector <16 x i32> %{{.*}}, <16 x i32> poison, <16 x i32> <i32 1, i32 0, i32 3, i32 2,
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: extractelement <16 x i32> %{{.*}}, {{.*}} 3
define spir_kernel void @shuffle(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  %lane = call i32 @ocl.sub_group_lane()
  %next = xor i32 %lane, 1
  %a = call i32 @ocl.sub_group_shuffle.i32(i32 %x, i32 %next)
  %b = call i32 @ocl.sub_group_shuffle.i32(i32 %x, i32 %a)
  %c = call i32 @ocl.sub_group_broadcast.i32(i32 %x, i32 3)
  %ab = add i32 %a, %b
  %abc = add i32 %ab, %c
  store i32 %abc, ptr addrspace(1) %q
  ret void
}

; The edge that is never taken, which kept a call in its iteration, is removed.
; CHECK-LABEL: define spir_kernel void @never.full(
; CHECK: add <1 x i32>
; CHECK-NOT: br i1 false
; CHECK: ret void
define spir_kernel void @never(ptr addrspace(1) %p) #1 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  br label %loop
loop:
  %x = load i32, ptr addrspace(1) %q
  %sum = call i32 @ocl.sub_group_reduce.add.i32(i32 %x)
  %never = call i1 @ocl.never()
  br i1 %never, label %loop, label %end
end:
  store i32 %sum, ptr addrspace(1) %q
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }
attributes #1 = { "lanewise-lanes"="16" "lanewise-uses_sub_groups" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }

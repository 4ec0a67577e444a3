; Private arrays whose accesses all have the same scalar type are interleaved: an access at the same index in all lanes
; is contiguous.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i64 @ocl.local_id(i32) memory(none)

; An array with uniform indices is interleaved: its accesses are contiguous.
; CHECK-LABEL: define spir_kernel void @private_array.full(
; CHECK: alloca [512 x i8], align 64
; CHECK: store <16 x i32> %{{.*}}, ptr %{{.*}}, align 4
; CHECK: load <16 x i32>, ptr %{{.*}}, align 4
define spir_kernel void @private_array(ptr addrspace(1) %p, i64 %n) #0 {
  %array = alloca [8 x i32]
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %e = getelementptr [8 x i32], ptr %array, i64 0, i64 %n
  store i32 %t, ptr %e
  %f = getelementptr [8 x i32], ptr %array, i64 0, i64 3
  %v = load i32, ptr %f
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %v, ptr addrspace(1) %a
  ret void
}

; Vectors in an interleaved array: at a uniform index, one row for each component; at a varying index, each lane
; accesses a different row.
; CHECK-LABEL: define spir_kernel void @vectors.full(
; CHECK: %array = alloca [1024 x i8], align 64
; CHECK: store <16 x i16> %{{.*}}, ptr %[[ROW:.*]], align 2
; CHECK: %[[NEXT:.*]] = getelementptr i8, ptr %[[ROW]], i64 32
; CHECK: store <16 x i16> %{{.*}}, ptr %[[NEXT]], align 2
; CHECK-NOT: load <16 x i16>
; CHECK-COUNT-16: load i16, ptr
define spir_kernel void @vectors(ptr addrspace(1) %p, i64 %n, <2 x i16> %x) #0 {
  %array = alloca [16 x <2 x i16>]
  %i = call i64 @ocl.local_id(i32 0)
  %same = getelementptr <2 x i16>, ptr %array, i64 %n
  store <2 x i16> %x, ptr %same
  %low = and i64 %i, 15
  %own = getelementptr <2 x i16>, ptr %array, i64 %low
  %v = load <2 x i16>, ptr %own
  %e = extractelement <2 x i16> %v, i64 0
  %at = getelementptr i16, ptr addrspace(1) %p, i64 %i
  store i16 %e, ptr addrspace(1) %at
  ret void
}

; Strided accesses under a mask: the addresses of inactive lanes are invalid.
; CHECK-LABEL: define spir_kernel void @steps_under_mask.full(
; CHECK: call <16 x i32> @llvm.masked.gather.v16i32
define spir_kernel void @steps_under_mask(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %a = alloca [16 x i32], align 4
  %i = call i64 @ocl.local_id(i32 0)
  %o = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %o, align 4
  %s = getelementptr [16 x i32], ptr %a, i64 0, i64 3
  store i32 %x, ptr %s, align 4
  %m = icmp slt i32 %x, %n
  br label %some
some:
  call void @ocl.mask(i1 %m)
  %b = getelementptr [16 x i32], ptr %a, i64 0, i64 %i
  %v = load i32, ptr %b, align 4
  store i32 %v, ptr addrspace(1) %o, align 4
  ret void
}

; Volatile accesses at a uniform index access one row for all lanes, as often as in the source. At varying indices they
; run lane by lane.
; CHECK-LABEL: define spir_kernel void @volatile_scalar.full(
; CHECK: %[[ROOM:.*]] = alloca [64 x i8], align 64
; CHECK: store volatile <16 x i32> %{{.*}}, ptr %[[ROOM]], align 4
; CHECK-NEXT: load volatile <16 x i32>, ptr %[[ROOM]], align 4
; CHECK-NEXT: %[[VALUE:.*]] = load volatile <16 x i32>, ptr %[[ROOM]], align 4
; CHECK: store <16 x i32> %[[VALUE]], ptr addrspace(1)
define spir_kernel void @volatile_scalar(ptr addrspace(1) %p) #0 {
  %v = alloca i32
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  store volatile i32 %t, ptr %v
  %unused = load volatile i32, ptr %v
  %x = load volatile i32, ptr %v
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %x, ptr addrspace(1) %a
  ret void
}

; Inactive lanes keep their values.
; CHECK-LABEL: define spir_kernel void @volatile_masked.full(
; CHECK: %[[OLD:.*]] = load volatile <16 x i32>, ptr %[[ROOM:.*]], align 4
; CHECK-NEXT: %[[NEW:.*]] = select <16 x i1> %{{.*}}, <16 x i32> {{.*}}, <16 x i32> %[[OLD]]
; CHECK-NEXT: store volatile <16 x i32> %[[NEW]], ptr %[[ROOM]], align 4
define spir_kernel void @volatile_masked(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %v = alloca i32
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp slt i64 %i, %n
  br label %some
some:
  call void @ocl.mask(i1 %c)
  store volatile i32 7, ptr %v
  ret void
}

; CHECK-LABEL: define spir_kernel void @volatile_own_index.full(
; CHECK: lane:
; CHECK: load volatile i32, ptr
define spir_kernel void @volatile_own_index(ptr addrspace(1) %p) #0 {
  %array = alloca [8 x i32]
  %i = call i64 @ocl.global_id(i32 0)
  %low = and i64 %i, 7
  %e = getelementptr i32, ptr %array, i64 %low
  %x = load volatile i32, ptr %e
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 %x, ptr addrspace(1) %a
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

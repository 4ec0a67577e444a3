; Adjacent stores, at a different address for each lane, become one store of a source vector.
; RUN: pass_opt --passes=merge_stores,verify %s | FileCheck %s
; On targets with slow transpositions, stores are merged only if all lanes together fill memory without gaps.
; RUN: pass_opt --passes=merge_whole_stores,verify %s | FileCheck %s --check-prefix=WHOLE

declare i64 @ocl.global_id(i32) memory(none) speculatable willreturn
declare void @ocl.mask(i1)
declare void @ocl.barrier(i32) convergent

; The merged store stands where the last of the stores was, in whatever order the stores come.
; WHOLE-LABEL: define void @pixel(
; WHOLE: store <3 x float>
; CHECK-LABEL: define void @pixel(
; CHECK: %[[V2:.*]] = insertelement <3 x float> %{{.*}}, float %z, i64 2
; CHECK-NEXT: store <3 x float> %[[V2]], ptr addrspace(1) %p0, align 8
; CHECK-NOT: store
; CHECK: ret void
define void @pixel(ptr addrspace(1) %o, float %x, float %y, float %z) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [3 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  store float %y, ptr addrspace(1) %p1
  store float %x, ptr addrspace(1) %p0, align 8
  store float %z, ptr addrspace(1) %p2
  ret void
}

; Members may have several types of one size.
; WHOLE-LABEL: define void @members(
; WHOLE: store i32
; WHOLE-NEXT: store float
; CHECK-LABEL: define void @members(
; CHECK: %[[K:.*]] = bitcast float %y to i32
; CHECK: store <2 x i32> %{{.*}}, ptr addrspace(1) %p0, align 4
; CHECK-NEXT: ret void
define void @members(ptr addrspace(1) %o, i32 %x, float %y) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [4 x i32], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store i32 %x, ptr addrspace(1) %p0
  store float %y, ptr addrspace(1) %p1
  ret void
}

; As many as possible are merged; the rest stays.
; CHECK-LABEL: define void @nine_bytes(
; CHECK: store <8 x i8> %{{.*}}, ptr addrspace(1) %p0, align 1
; CHECK-NEXT: store i8 %x, ptr addrspace(1) %p8
; CHECK-NEXT: ret void
define void @nine_bytes(ptr addrspace(1) %o, i8 %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [9 x i8], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 1
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 2
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 3
  %p4 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p5 = getelementptr i8, ptr addrspace(1) %p0, i64 5
  %p6 = getelementptr i8, ptr addrspace(1) %p0, i64 6
  %p7 = getelementptr i8, ptr addrspace(1) %p0, i64 7
  %p8 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  store i8 %x, ptr addrspace(1) %p0
  store i8 %x, ptr addrspace(1) %p1
  store i8 %x, ptr addrspace(1) %p2
  store i8 %x, ptr addrspace(1) %p3
  store i8 %x, ptr addrspace(1) %p4
  store i8 %x, ptr addrspace(1) %p5
  store i8 %x, ptr addrspace(1) %p6
  store i8 %x, ptr addrspace(1) %p7
  store i8 %x, ptr addrspace(1) %p8
  ret void
}

; Eight words are merged if the lanes' words follow each other, four if they do not.
; CHECK-LABEL: define void @eight_words(
; CHECK: store <8 x float> %{{.*}}, ptr addrspace(1) %p0, align 4
; CHECK-NEXT: ret void
define void @eight_words(ptr addrspace(1) %o, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [8 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %p4 = getelementptr i8, ptr addrspace(1) %p0, i64 16
  %p5 = getelementptr i8, ptr addrspace(1) %p0, i64 20
  %p6 = getelementptr i8, ptr addrspace(1) %p0, i64 24
  %p7 = getelementptr i8, ptr addrspace(1) %p0, i64 28
  store float %x, ptr addrspace(1) %p0
  store float %x, ptr addrspace(1) %p1
  store float %x, ptr addrspace(1) %p2
  store float %x, ptr addrspace(1) %p3
  store float %x, ptr addrspace(1) %p4
  store float %x, ptr addrspace(1) %p5
  store float %x, ptr addrspace(1) %p6
  store float %x, ptr addrspace(1) %p7
  ret void
}

; CHECK-LABEL: define void @eight_of_nine_words(
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(1) %p0, align 4
; CHECK: store <4 x float> %{{.*}}, ptr addrspace(1) %p4, align 4
; CHECK-NEXT: ret void
define void @eight_of_nine_words(ptr addrspace(1) %o, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [9 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %p4 = getelementptr i8, ptr addrspace(1) %p0, i64 16
  %p5 = getelementptr i8, ptr addrspace(1) %p0, i64 20
  %p6 = getelementptr i8, ptr addrspace(1) %p0, i64 24
  %p7 = getelementptr i8, ptr addrspace(1) %p0, i64 28
  store float %x, ptr addrspace(1) %p0
  store float %x, ptr addrspace(1) %p1
  store float %x, ptr addrspace(1) %p2
  store float %x, ptr addrspace(1) %p3
  store float %x, ptr addrspace(1) %p4
  store float %x, ptr addrspace(1) %p5
  store float %x, ptr addrspace(1) %p6
  store float %x, ptr addrspace(1) %p7
  ret void
}

; Two words at arbitrary addresses become one of 64 bits. Three words would become two stores.
; CHECK-LABEL: define void @anywhere(
; CHECK: store <2 x i32>
; CHECK: store i32 %x, ptr addrspace(1) %p2
define void @anywhere(ptr addrspace(1) %o, ptr addrspace(1) %n, i32 %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %pn = getelementptr i64, ptr addrspace(1) %n, i64 %i
  %k = load i64, ptr addrspace(1) %pn
  %p0 = getelementptr [3 x i32], ptr addrspace(1) %o, i64 %k
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  store i32 %x, ptr addrspace(1) %p0
  store i32 %x, ptr addrspace(1) %p1
  store i32 %x, ptr addrspace(1) %p2
  ret void
}

; A work-item may read other addresses in between.
; CHECK-LABEL: define void @updated(
; CHECK: store <2 x float> %{{.*}}, ptr addrspace(1) %p0, align 4
; CHECK-NEXT: ret void
define void @updated(ptr addrspace(1) %o) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %x = load float, ptr addrspace(1) %p0
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  %y = load float, ptr addrspace(1) %p1
  %z = fadd float %x, %y
  store float %z, ptr addrspace(1) %p1
  ret void
}

; Stores are not merged if a load between them reads an address that was just stored to.
; CHECK-LABEL: define void @read_back(
; CHECK-NOT: store <
; CHECK: ret void
define void @read_back(ptr addrspace(1) %o, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  %y = load float, ptr addrspace(1) %p0
  store float %y, ptr addrspace(1) %p1
  ret void
}

; Stores are not merged either if a load between them may read an address that was just stored to.
; CHECK-LABEL: define void @from_another(
; CHECK-NOT: store <
; CHECK: ret void
define void @from_another(ptr addrspace(1) %o, ptr addrspace(1) %from, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %from, i64 %i
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  %y = load float, ptr addrspace(1) %q
  store float %y, ptr addrspace(1) %p1
  ret void
}

; Stores are merged if the source says by `restrict` that the load reads another object.
; CHECK-LABEL: define void @from_another_restrict(
; CHECK: store <2 x float>
define void @from_another_restrict(ptr addrspace(1) noalias %o, ptr addrspace(1) noalias %from, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %q = getelementptr float, ptr addrspace(1) %from, i64 %i
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  %y = load float, ptr addrspace(1) %q
  store float %y, ptr addrspace(1) %p1
  ret void
}

; Stores are not merged if another write between them may alias them.
; CHECK-LABEL: define void @two_buffers(
; CHECK-NOT: store <
; CHECK: ret void
define void @two_buffers(ptr addrspace(1) %o, ptr addrspace(1) %q, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %q0 = getelementptr [2 x float], ptr addrspace(1) %q, i64 %i
  %q1 = getelementptr i8, ptr addrspace(1) %q0, i64 4
  store float %x, ptr addrspace(1) %p0
  store float %x, ptr addrspace(1) %q0
  store float %x, ptr addrspace(1) %p1
  store float %x, ptr addrspace(1) %q1
  ret void
}

; Nor are they merged if another write certainly aliases them.
; CHECK-LABEL: define void @twice(
; CHECK-NOT: store <
; CHECK: ret void
define void @twice(ptr addrspace(1) %o, float %x, float %y) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  store float %x, ptr addrspace(1) %p1
  store float %y, ptr addrspace(1) %p0
  ret void
}

; The stores of neighbouring lanes overlap: the lanes have a data race, or not all of them are active.
; CHECK-LABEL: define void @neighbours(
; CHECK-NOT: store <
; CHECK: ret void
define void @neighbours(ptr addrspace(1) %o, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr float, ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  store float %x, ptr addrspace(1) %p1
  ret void
}

; Stores with different masks are not merged, nor stores with a barrier between them.
; CHECK-LABEL: define void @parted(
; CHECK-NOT: store <
; CHECK: ret void
define void @parted(ptr addrspace(1) %o, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %p0 = getelementptr [2 x float], ptr addrspace(1) %o, i64 %i
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  store float %x, ptr addrspace(1) %p0
  call void @ocl.barrier(i32 1)
  store float %x, ptr addrspace(1) %p1
  ret void
}

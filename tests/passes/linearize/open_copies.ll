; A struct that is filled at run-time indices and copied out becomes stores of source vectors.
; RUN: pass_opt --passes=open_copies,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @llvm.memcpy.p1.p0.i64(ptr addrspace(1), ptr, i64, i1)

; CHECK-LABEL: define spir_kernel void @filled(
; CHECK-NOT: memcpy
; CHECK: %[[A:.*]] = load <16 x i32>, ptr %{{.*}}, align 16
; CHECK: store <16 x i32> %[[A]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[B:.*]] = load <4 x i32>, ptr %{{.*}}, align 16
; CHECK: store <4 x i32> %[[B]], ptr addrspace(1) %{{.*}}, align 4
; CHECK: %[[C:.*]] = load i32, ptr %{{.*}}, align 16
; CHECK: store i32 %[[C]], ptr addrspace(1) %{{.*}}, align 4
; CHECK-NEXT: ret void
define spir_kernel void @filled(ptr addrspace(1) %p, i64 %at) {
  %array = alloca [21 x i32], align 16
  %place = getelementptr i32, ptr %array, i64 %at
  store i32 1, ptr %place
  %id = call i64 @ocl.global_id(i32 0)
  %out = getelementptr [21 x i32], ptr addrspace(1) %p, i64 %id
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %out, ptr align 16 %array, i64 84, i1 false)
  ret void
}

; Accesses of two sizes keep every lane's copy contiguous: the memcpy is left whole.
; CHECK-LABEL: define spir_kernel void @mixed(
; CHECK: call void @llvm.memcpy
define spir_kernel void @mixed(ptr addrspace(1) %p, i64 %at) {
  %array = alloca [8 x i32], align 16
  %place = getelementptr i32, ptr %array, i64 %at
  store i32 1, ptr %place
  store i8 2, ptr %array
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %p, ptr align 16 %array, i64 32, i1 false)
  ret void
}

; Part of an element cannot be moved alone, and long copies would be much code.
; CHECK-LABEL: define spir_kernel void @uneven(
; CHECK: call void @llvm.memcpy{{.*}} i64 6,
; CHECK-LABEL: define spir_kernel void @long(
; CHECK: call void @llvm.memcpy{{.*}} i64 4096,
define spir_kernel void @uneven(ptr addrspace(1) %p, i64 %at) {
  %array = alloca [8 x i32], align 16
  %place = getelementptr i32, ptr %array, i64 %at
  store i32 1, ptr %place
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %p, ptr align 16 %array, i64 6, i1 false)
  ret void
}
define spir_kernel void @long(ptr addrspace(1) %p, i64 %at) {
  %array = alloca [1024 x i32], align 16
  %place = getelementptr i32, ptr %array, i64 %at
  store i32 1, ptr %place
  call void @llvm.memcpy.p1.p0.i64(ptr addrspace(1) align 4 %p, ptr align 16 %array, i64 4096, i1 false)
  ret void
}

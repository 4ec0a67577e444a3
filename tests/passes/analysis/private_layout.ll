; Private arrays are interleaved if all accesses have one size and the address has no other uses.
; RUN: pass_opt --passes='print<private_layout>' --disable-output %s | FileCheck %s

declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.lifetime.start.p0(ptr)
declare void @use(ptr)

; CHECK-LABEL: @fitting(
define void @fitting(i64 %i, float %x, i1 %c) {
; CHECK: %words = {{.*}}; interleaved by 4{{$}}
  %words = alloca [4 x i32]
; CHECK: %bytes = {{.*}}; interleaved by 1{{$}}
  %bytes = alloca [5 x i8]
; CHECK: %vectors = {{.*}}; interleaved by 4{{$}}
  %vectors = alloca [4 x <4 x float>]
; CHECK: %volatile = {{.*}}; interleaved by 4{{$}}
  %volatile = alloca [4 x i32]
  store volatile i32 0, ptr %volatile
; CHECK: %filled = {{.*}}; interleaved by 8{{$}}
  %filled = alloca [2 x i64]
  call void @llvm.lifetime.start.p0(ptr %words)
; CHECK: %word = {{.*}}; interleaved by 4{{$}}
  %word = getelementptr i32, ptr %words, i64 %i
  store i32 0, ptr %word
  %as_float = load float, ptr %word
  %byte = getelementptr i8, ptr %bytes, i64 %i
  store i8 0, ptr %byte
  store <4 x float> zeroinitializer, ptr %vectors
  store float %x, ptr %vectors
  call void @llvm.memset.p0.i64(ptr %filled, i8 0, i64 16, i1 false)
  %v = load i64, ptr %filled
; The address is one of two within the same array.
; CHECK: %either = {{.*}}; interleaved by 4{{$}}
  %either = select i1 %c, ptr %words, ptr %word
  %w = load i32, ptr %either
  ret void
}

; CHECK-LABEL: @others(
define void @others(i64 %i, ptr %p, i1 %c) {
; CHECK: %sizes = {{.*}}; per lane, 16 bytes{{$}}
  %sizes = alloca [4 x i32]
; CHECK: %escapes = {{.*}}; per lane, 16 bytes{{$}}
  %escapes = alloca [4 x i32]
; CHECK: %stored = {{.*}}; per lane, 16 bytes{{$}}
  %stored = alloca [4 x i32]
; CHECK: %volatile_vectors = {{.*}}; per lane, 16 bytes{{$}}
  %volatile_vectors = alloca [4 x i32]
; CHECK: %atomic = {{.*}}; per lane, 16 bytes{{$}}
  %atomic = alloca [4 x i32]
; CHECK: %copied = {{.*}}; per lane, 16 bytes{{$}}
  %copied = alloca [4 x i32]
; CHECK: %part = {{.*}}; per lane, 16 bytes{{$}}
  %part = alloca [4 x i32]
; CHECK: %askew = {{.*}}; per lane, 16 bytes{{$}}
  %askew = alloca [4 x i32]
; CHECK: %mixed = {{.*}}; per lane, 16 bytes{{$}}
  %mixed = alloca [4 x i32]
; CHECK: %unused = {{.*}}; per lane, 16 bytes{{$}}
  %unused = alloca [3 x i32], align 16
  store i32 0, ptr %sizes
  store i16 0, ptr %sizes
  store i32 0, ptr %escapes
  call void @use(ptr %escapes)
  store ptr %stored, ptr %p
  store volatile <2 x i32> zeroinitializer, ptr %volatile_vectors
  store atomic i32 0, ptr %atomic monotonic, align 4
  store i32 0, ptr %copied
  call void @llvm.memcpy.p0.p0.i64(ptr %copied, ptr %p, i64 16, i1 false)
  store i32 0, ptr %part
  call void @llvm.memset.p0.i64(ptr %part, i8 0, i64 8, i1 false)
  %a = getelementptr i8, ptr %askew, i64 2
  store i32 0, ptr %a
  %m = select i1 %c, ptr %mixed, ptr %p
  store i32 0, ptr %m
  ret void
}

; Copies within one private variable become loads and stores, with all loads before the stores.
; RUN: pass_opt --passes=own_copies,verify %s | FileCheck %s

declare void @llvm.memmove.p0.p0.i64(ptr, ptr, i64, i1)
declare void @llvm.memcpy.p0.p0.i64(ptr, ptr, i64, i1)

; CHECK-LABEL: define void @shift(
; CHECK: %[[A:.*]] = load float, ptr %{{.*}}, align 4
; CHECK: %[[B:.*]] = load float
; CHECK: %[[C:.*]] = load float
; CHECK: store float %[[A]]
; CHECK: store float %[[B]]
; CHECK: store float %[[C]]
; CHECK-NOT: memmove
define void @shift() {
  %a = alloca [4 x float], align 16
  %to = getelementptr i8, ptr %a, i64 4
  call void @llvm.memmove.p0.p0.i64(ptr %to, ptr %a, i64 12, i1 false)
  ret void
}

; Other copies stay: between variables, volatile, of parts of elements, at unknown offsets, and large ones.
; CHECK-LABEL: define void @others(
; CHECK-COUNT-5: call void @llvm.mem
define void @others(i64 %i) {
  %a = alloca [400 x float], align 16
  %b = alloca [4 x float], align 16
  %next = getelementptr i8, ptr %a, i64 16
  %odd = getelementptr i8, ptr %a, i64 6
  %some = getelementptr float, ptr %a, i64 %i
  call void @llvm.memcpy.p0.p0.i64(ptr %a, ptr %b, i64 16, i1 false)
  call void @llvm.memcpy.p0.p0.i64(ptr %next, ptr %a, i64 16, i1 true)
  call void @llvm.memmove.p0.p0.i64(ptr %odd, ptr %a, i64 4, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %some, ptr %a, i64 16, i1 false)
  call void @llvm.memmove.p0.p0.i64(ptr %next, ptr %a, i64 1024, i1 false)
  ret void
}

; Shared functions that return nothing, that call each other, and that take a structure by value: each call copies the
; structure.
; RUN: pass_opt --passes=share_bodies,verify %s | FileCheck %s

%pair = type { i32, i32 }

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: %outer.p = alloca %pair
; CHECK-DAG: %inner.x = alloca i32
; CHECK: call void @llvm.memcpy{{.*}}(ptr align {{[0-9]+}} %outer.p, ptr align 1 %given, i64 8
; CHECK: br label %outer
; CHECK: br label %outer
; CHECK: outer:
; CHECK: %first = load i32, ptr %outer.p
; CHECK: store i32 %first, ptr %inner.x
; CHECK: br label %inner
; CHECK: br label %inner
; CHECK: outer.end:
; CHECK: switch i32
; CHECK: inner.end:
; CHECK: switch i32
; CHECK-NOT: call {{.*}}@{{(inner|outer)}}
define spir_kernel void @k(ptr addrspace(1) %out) {
  %given = alloca %pair
  store i32 3, ptr %given
  call spir_func void @outer(ptr addrspace(1) %out, ptr byval(%pair) align 4 %given)
  call spir_func void @outer(ptr addrspace(1) %out, ptr byval(%pair) align 4 %given)
  ret void
}

define spir_func void @outer(ptr addrspace(1) %to, ptr byval(%pair) align 4 %p) {
  %first = load i32, ptr %p
  store i32 0, ptr %p
  call spir_func void @inner(ptr addrspace(1) %to, i32 %first)
  call spir_func void @inner(ptr addrspace(1) %to, i32 5)
  ret void
}

define spir_func void @inner(ptr addrspace(1) %to, i32 %x) {
  store i32 %x, ptr addrspace(1) %to
  ret void
}

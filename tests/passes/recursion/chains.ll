; A call through a pointer (lanewise.call_of_pointer) may lead to its own caller. The pass calls copies of the functions
; instead, in which a recursive call traps.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: lanewise-recursion
; CHECK: call spir_func i32 @[[F:f.fold[.0-9]*]](
; CHECK: call spir_func i32 @[[G:g.fold[.0-9]*]](
; CHECK: define internal spir_func i32 @[[F]](
; CHECK: one:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK: two:
; CHECK-NEXT: {{.*}} = call spir_func i32 @[[G2:g.fold[.0-9]*]](
; CHECK: define internal spir_func i32 @[[G]](
; CHECK: one:
; CHECK-NEXT: {{.*}} = call spir_func i32 @[[F2:f.fold[.0-9]*]](
; CHECK: two:
; CHECK-NEXT: call void @llvm.trap()
; CHECK-NEXT: unreachable
; CHECK: define internal spir_func i32 @[[F2]](
; CHECK-NOT: call spir_func
; CHECK: define internal spir_func i32 @[[G2]](
; CHECK-NOT: call spir_func
define spir_kernel void @k(ptr addrspace(1) %out) {
  %v = call spir_func i32 @f(ptr addrspace(1) %out)
  %w = call spir_func i32 @g(ptr addrspace(1) %out)
  %sum = mul i32 %v, %w
  store i32 %sum, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @f(ptr addrspace(1) %o) {
  %p = load volatile i64, ptr addrspace(1) %o
  switch i64 %p, label %end [ i64 1, label %one
                              i64 2, label %two ]
one:
  %a = call spir_func i32 @f(ptr addrspace(1) %o), !lanewise.call_of_pointer !0
  br label %end
two:
  %b = call spir_func i32 @g(ptr addrspace(1) %o), !lanewise.call_of_pointer !0
  br label %end
end:
  %r = phi i32 [ 5, %0 ], [ %a, %one ], [ %b, %two ]
  %s = mul i32 %r, 3
  %t = add i32 %s, %r
  %u = xor i32 %t, 77
  ret i32 %u
}

define spir_func i32 @g(ptr addrspace(1) %o) {
  %q = load volatile i64, ptr addrspace(1) %o
  switch i64 %q, label %end [ i64 1, label %one
                              i64 2, label %two ]
one:
  %a = call spir_func i32 @f(ptr addrspace(1) %o), !lanewise.call_of_pointer !0
  br label %end
two:
  %b = call spir_func i32 @g(ptr addrspace(1) %o), !lanewise.call_of_pointer !0
  br label %end
end:
  %r = phi i32 [ 7, %0 ], [ %a, %one ], [ %b, %two ]
  %s = mul i32 %r, 3
  %t = add i32 %s, %r
  %u = xor i32 %t, 78
  ret i32 %u
}

!0 = !{}

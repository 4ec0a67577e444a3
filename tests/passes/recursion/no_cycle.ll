; A module without a call cycle is left as it is.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: %s = alloca i32
; CHECK-NEXT: store i32 3, ptr %s
; CHECK-NEXT: call spir_func void @f(ptr %s)
define spir_kernel void @k() {
  %s = alloca i32
  store i32 3, ptr %s
  call spir_func void @f(ptr %s)
  ret void
}

; CHECK: define spir_func void @f(ptr %s) #[[F:[0-9]+]]
; CHECK: attributes #[[F]] = { noinline norecurse }
define spir_func void @f(ptr %s) noinline norecurse {
  ret void
}

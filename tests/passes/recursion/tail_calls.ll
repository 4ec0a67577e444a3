; Tail calls between two functions become a loop, however often they run.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_func {{.*}}i32 @even(
; CHECK-NOT: call {{.*}} @even(
; CHECK: phi i32
; CHECK-NOT: call {{.*}} @even(
; CHECK: ret i32
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %v = call spir_func i32 @even(i32 %n)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @even(i32 %n) norecurse {
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %end
again:
  %m = sub i32 %n, 1
  %v = call spir_func i32 @odd(i32 %m)
  ret i32 %v
end:
  ret i32 1
}

define spir_func i32 @odd(i32 %n) norecurse {
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %end
again:
  %m = sub i32 %n, 1
  %v = call spir_func i32 @even(i32 %m)
  br label %end
end:
  %r = phi i32 [ 0, %0 ], [ %v, %again ]
  ret i32 %r
}

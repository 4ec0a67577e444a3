; A depth that is kept in a variable becomes known once the calls are inlined, one level after the other.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call {{.*}} @f
; CHECK: store i32 3, ptr addrspace(1) %out
define spir_kernel void @k(ptr addrspace(1) %out) {
  %s = alloca i32
  store i32 3, ptr %s
  call spir_func void @f(ptr %s, ptr addrspace(1) %out)
  ret void
}

define spir_func void @f(ptr %s, ptr addrspace(1) %out) norecurse {
  %n = load i32, ptr %s
  %more = icmp ne i32 %n, 0
  br i1 %more, label %again, label %end
again:
  %m = sub i32 %n, 1
  store i32 %m, ptr %s
  call spir_func void @f(ptr %s, ptr addrspace(1) %out)
  store i32 %n, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

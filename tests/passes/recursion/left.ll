; Recursion that no constant ends is cut, and the kernel names the function that it needs.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-SAME: #[[K:[0-9]+]]
; CHECK: attributes #[[K]] = { {{.*}}"lanewise-recursion"="fib"
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %v = call spir_func i32 @fib(i32 %n)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @fib(i32 %n) norecurse {
  %small = icmp slt i32 %n, 2
  br i1 %small, label %end, label %again
again:
  %m = sub i32 %n, 1
  %a = call spir_func i32 @fib(i32 %m)
  %l = sub i32 %n, 2
  %b = call spir_func i32 @fib(i32 %l)
  %sum = mul i32 %a, %b
  ret i32 %sum
end:
  ret i32 %n
}

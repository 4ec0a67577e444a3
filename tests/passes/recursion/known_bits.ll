; A flag that a call clears is known to be clear in the called function, though no other bit of the word is known.
; RUN: pass_opt --passes=fold_recursion,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NOT: call {{.*}} @f
; CHECK-NOT: lanewise-recursion
define spir_kernel void @k(ptr addrspace(1) %out, i32 %x, i32 %flags) {
  %v = call spir_func i32 @f(i32 %x, i32 %flags)
  store i32 %v, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @f(i32 %x, i32 %flags) norecurse {
  %bit = and i32 %flags, 1
  %set = icmp ne i32 %bit, 0
  br i1 %set, label %again, label %end
again:
  %rest = and i32 %flags, -2
  %v = call spir_func i32 @f(i32 %x, i32 %rest)
  %twice = mul i32 %v, 2
  %r = xor i32 %twice, 5
  ret i32 %r
end:
  ret i32 %x
}

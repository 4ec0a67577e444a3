; Two rows together (unroll-and-jam): values that do not depend on dimension 1 are loaded and computed once, and a row's
; own sum twice. The second row's id is one more.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k.rows(
; CHECK: %x = call i64 @ocl.global_id(i32 0)
; CHECK-NOT: call i64 @ocl.global_id(i32 0)
; CHECK: %y = call i64 @ocl.global_id(i32 1)
; CHECK: %row = add nuw nsw i64 %{{.*}}, 1
; CHECK: loop:
; CHECK: %s = phi <4 x float>
; CHECK-NEXT: %s{{[0-9]*}} = phi <4 x float>
; CHECK-COUNT-1: load <4 x float>
; CHECK-COUNT-2: fadd <4 x float>
; CHECK-NOT: fadd
; CHECK: end:
; CHECK-COUNT-2: store <4 x float>
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, float %f) #0 {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %mul = mul i64 %y, %n
  %i = add i64 %mul, %x
  %o = getelementptr float, ptr addrspace(1) %q, i64 %i
  %r = getelementptr float, ptr addrspace(1) %q, i64 %y
  %g = load float, ptr addrspace(1) %r
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %k1, %loop ]
  %s = phi float [ 0.0, %entry ], [ %t, %loop ]
  %j = add i64 %k, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, %g
  %t = fadd float %s, %w
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %loop, label %end
end:
  store float %t, ptr addrspace(1) %o
  ret void
}
declare i64 @ocl.global_id(i32) memory(none)
attributes #0 = { "lanewise-lanes"="4" "lanewise-rows"="2" }

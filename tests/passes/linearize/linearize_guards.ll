; Blocks that are skipped when no lane is active.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; A little arithmetic is not skipped.
; CHECK-LABEL: define spir_kernel void @small(
; CHECK-NOT: @ocl.any
; CHECK: select i1 %{{.*}}, i32 0, i32 %y
define spir_kernel void @small(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %join
then:
  %x = mul i32 %i, 7
  %y = xor i32 %x, %n
  br label %join
join:
  %v = phi i32 [ %y, %then ], [ 0, %entry ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %a
  ret void
}
; A division by a variable is skipped.
; CHECK-LABEL: define spir_kernel void @division(
; CHECK: %[[ANY:.*]] = call i1 @ocl.any(i1 %c)
; CHECK-NEXT: br i1 %[[ANY]], label %then, label %then.after
define spir_kernel void @division(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %join
then:
  %x = udiv i32 %n, %i
  br label %join
join:
  %v = phi i32 [ %x, %then ], [ 0, %entry ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %a
  ret void
}
; A block that runs for all lanes of its dominator has no guard, and uses the dominator's mask.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK: %[[OUTER:.*]] = call i1 @ocl.any(i1 %c)
; CHECK-NEXT: br i1 %[[OUTER]], label %outer, label %outer.after
; CHECK: %on = select i1 %c, i1 %d, i1 false
; CHECK-NEXT: %[[INNER:.*]] = call i1 @ocl.any(i1 %on)
; CHECK-NEXT: br i1 %[[INNER]], label %inner, label %inner.after
; CHECK: after:
; CHECK-NEXT: call void @ocl.mask(i1 %c)
; CHECK-NEXT: store i32 6
; CHECK-NEXT: br label %outer.after
define spir_kernel void @nested(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %c = icmp slt i32 %i, %n
  br i1 %c, label %outer, label %join
outer:
  %v = load i32, ptr addrspace(1) %a
  %d = icmp eq i32 %v, 3
  br i1 %d, label %inner, label %after
inner:
  store i32 5, ptr addrspace(1) %a
  br label %after
after:
  store i32 6, ptr addrspace(1) %a
  br label %join
join:
  ret void
}
declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

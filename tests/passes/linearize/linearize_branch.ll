; A divergent branch becomes masks. The masked part is skipped when no lane is active. A uniform branch inside of it
; stays a branch.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @guard(
; CHECK: %c = icmp slt i32 %i, %n
; CHECK: then:
; CHECK-NEXT: call void @ocl.mask(i1 %c)
; CHECK: br i1 %u, label %x, label
; CHECK: x:
; CHECK-NEXT: call void @ocl.mask(i1 %c)
; CHECK-NEXT: store i32 3
; CHECK: y:
; CHECK-NEXT: call void @ocl.mask(i1 %c)
; CHECK: exit:
; CHECK: %[[ANY:.*]] = call i1 @ocl.any(i1 %c)
; CHECK: br i1 %[[ANY]], label %then, label %then.after

; Small sides without memory accesses run for all lanes; the phi becomes a select (if-conversion).
; CHECK-LABEL: define spir_kernel void @choose(
; CHECK-NOT: @ocl.any
; CHECK: select i1
; CHECK: store i32

; A branch with a uniform condition stays.
; CHECK-LABEL: define spir_kernel void @same(
; CHECK-NOT: @ocl.
; CHECK: br i1 %c, label %then, label %exit

define spir_kernel void @guard(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %exit
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  %u = icmp sgt i32 %n, 5
  br i1 %u, label %x, label %y
x:
  store i32 3, ptr addrspace(1) %a
  br label %y
y:
  %w = phi i32 [ %v, %then ], [ 7, %x ]
  store i32 %w, ptr addrspace(1) %a
  ret void
exit:
  ret void
}

define spir_kernel void @choose(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %a, label %b
a:
  %x = add i32 %i, %n
  br label %join
b:
  %y = mul i32 %i, %n
  br label %join
join:
  %v = phi i32 [ %x, %a ], [ %y, %b ]
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %at
  ret void
}

define spir_kernel void @same(ptr addrspace(1) %p, i32 %n) {
entry:
  %c = icmp slt i32 %n, 3
  br i1 %c, label %then, label %exit
then:
  store i32 3, ptr addrspace(1) %p
  br label %exit
exit:
  ret void
}

declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

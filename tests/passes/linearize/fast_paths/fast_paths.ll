; Code under a divergent condition gets a version for all lanes, which `widen` selects by a scalar comparison.
; RUN: pass_opt --passes=normalize_flow,fast_paths,verify %s | FileCheck %s
; RUN: pass_opt --passes=normalize_flow,fast_paths,linearize,widen,verify %s | FileCheck --check-prefix=WIDE %s

; CHECK-LABEL: define spir_kernel void @guard(
; CHECK: %[[TEST:.*]] = icmp slt i32 %i, %n
; CHECK: %[[ALL:.*]] = call i1 @ocl.all(i1 %[[TEST]])
; CHECK: br i1 %[[ALL]], label %then.all, label %entry.some
; CHECK: entry.some:
; CHECK-NEXT: %c = icmp slt i32 %i, %n
; CHECK-NEXT: br i1 %c, label %then, label %join
; CHECK: %r = phi i32 [ 0, %entry.some ], [ %v, %then ], [ %v.all, %then.all ]
; CHECK: then.all:
; CHECK: %v.all = load

; WIDE-LABEL: define spir_kernel void @guard.full(
; WIDE: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i, i32 15)
; WIDE: icmp slt i32 %{{.*}}, %n
; WIDE: then.all:
; WIDE: load <16 x i32>, ptr addrspace(1) %a.all
; WIDE-LABEL: define spir_kernel void @guard.tail(
; WIDE: br i1 false, label %then.all
define spir_kernel void @guard(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %join
then:
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %v = load i32, ptr addrspace(1) %a
  br label %join
join:
  %r = phi i32 [ 0, %entry ], [ %v, %then ]
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %r, ptr addrspace(1) %b
  ret void
}

; The code under the condition is too cheap for a copy to pay.
; CHECK-LABEL: define spir_kernel void @arithmetic(
; CHECK-NOT: ocl.all
; CHECK: ret void
define spir_kernel void @arithmetic(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %join
then:
  %v = add i32 %i, 1
  br label %join
join:
  %r = phi i32 [ 0, %entry ], [ %v, %then ]
  %b = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %r, ptr addrspace(1) %b
  ret void
}

declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

; Work-items meet at the start of the next iteration. A copy of the path to it would be a second latch of the loop.
; CHECK-LABEL: define spir_kernel void @next_iteration(
; CHECK-NOT: ocl.all
; CHECK: ret void
define spir_kernel void @next_iteration(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %q = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %q
  br label %outer
outer:
  %o = phi i32 [ 0, %entry ], [ %o.next, %outer.latch ]
  br label %inner
inner:
  %k = phi i32 [ 0, %outer ], [ %k.next, %again ]
  %done = icmp ugt i32 %o, %n
  br i1 %done, label %exit, label %head
head:
  %c = icmp ugt i32 %x, %k
  br i1 %c, label %again, label %outer.latch
again:
  %y = load i32, ptr addrspace(1) %q
  %y.next = add i32 %y, 1
  store i32 %y.next, ptr addrspace(1) %q
  %k.next = add i32 %k, 1
  br label %inner
outer.latch:
  %o.next = add i32 %o, 1
  br label %outer
exit:
  ret void
}

; Loops that work-items leave one by one run without masks as long as all lanes are active.
; RUN: pass_opt --passes=normalize_flow,fast_paths,verify %s | FileCheck %s
; RUN: pass_opt --passes=normalize_flow,fast_paths,linearize,widen,verify %s | FileCheck --check-prefix=WIDE %s

; CHECK-LABEL: define spir_kernel void @strided(
; CHECK: head.rest:
; CHECK-NEXT: %i.rest = phi i32 [ %i.all, %head.all ]
; CHECK-NEXT: %sum.rest = phi i32 [ %sum.all, %head.all ]
; CHECK-NEXT: br label %head
; CHECK: head:
; CHECK-NEXT: %i = phi i32 [ %i.rest, %head.rest ], [ %i.next, %body ]
; CHECK: br i1 %c, label %body, label %left
; CHECK: head.all:
; CHECK-NEXT: %i.all = phi i32 [ %first, %entry ], [ %i.next.all, %body.all ]
; CHECK: %[[ALL:.*]] = call i1 @ocl.all(i1 %c.all)
; CHECK-NEXT: br i1 %[[ALL]], label %body.all, label %head.rest

; WIDE-LABEL: define spir_kernel void @strided.full(
; WIDE: head.all:
; WIDE: call { i32, i1 } @llvm.sadd.with.overflow.i32(i32 %i.all, i32 15)
; WIDE: body.all:
; WIDE: load <16 x i32>, ptr addrspace(1) %a.all
; WIDE-LABEL: define spir_kernel void @strided.tail(
; WIDE: br i1 false, label %body.all, label %head.rest
define spir_kernel void @strided(ptr addrspace(1) %p, ptr addrspace(1) %out, i32 %n, i32 %size) {
entry:
  %id = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %first = trunc i64 %id to i32
  br label %head
head:
  %i = phi i32 [ %first, %entry ], [ %i.next, %body ]
  %sum = phi i32 [ 0, %entry ], [ %sum.next, %body ]
  %c = icmp slt i32 %i, %n
  br i1 %c, label %body, label %left
body:
  %wide = sext i32 %i to i64
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %wide
  %v = load i32, ptr addrspace(1) %a
  %sum.next = add i32 %sum, %v
  %i.next = add i32 %i, %size
  br label %head
left:
  %b = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %sum, ptr addrspace(1) %b
  ret void
}

; The loop is left while the condition is false; the step is the left operand, and the counter is cast.
; CHECK-LABEL: define spir_kernel void @until(
; CHECK: %[[STAYS:.*]] = xor i1 %c.all, true
; CHECK: %[[ALL:.*]] = call i1 @ocl.all(i1 %[[STAYS]])
; CHECK-NEXT: br i1 %[[ALL]], label %body.all, label %head.rest
define spir_kernel void @until(ptr addrspace(1) %p, i32 %n, i64 %size) {
entry:
  %first = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %body ]
  %near = trunc i64 %i to i32
  %after = add i32 %near, 3
  %c = icmp sge i32 %after, %n
  br i1 %c, label %left, label %body
body:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %i, ptr addrspace(1) %a
  %i.next = add i64 %size, %i
  br label %head
left:
  ret void
}

; Each work-item has its own end, and the loop has another exit. Nothing is written before the exits, so that the masked
; version restarts at the iteration's start.
; CHECK-LABEL: define spir_kernel void @with_break(
; CHECK: head.rest:
; CHECK-NEXT: %i.rest = phi i64 [ %i.all, %{{head|body}}.all ], [ %i.all, %{{head|body}}.all ]
; CHECK-NEXT: br label %head
; CHECK: head:
; CHECK-NEXT: %i = phi i64 [ %i.rest, %head.rest ], [ %i.next, %on ]
; CHECK: head.all:
; CHECK: %[[ALL:.*]] = call i1 @ocl.all(i1 %c.all)
; CHECK-NEXT: br i1 %[[ALL]], label %body.all, label %head.rest
; CHECK: body.all:
; CHECK: %[[STAYS:.*]] = xor i1 %found.all, true
; CHECK: %[[ALL:.*]] = call i1 @ocl.all(i1 %[[STAYS]])
; CHECK-NEXT: br i1 %[[ALL]], label %on.all, label %head.rest
define spir_kernel void @with_break(ptr addrspace(1) %p, ptr addrspace(1) %ends) {
entry:
  %id = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %e = getelementptr i64, ptr addrspace(1) %ends, i64 %id
  %end = load i64, ptr addrspace(1) %e
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %on ]
  %c = icmp slt i64 %i, %end
  br i1 %c, label %body, label %left
body:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  %found = icmp eq i64 %v, 0
  br i1 %found, label %left, label %on
on:
  store i64 %id, ptr addrspace(1) %a
  %i.next = add i64 %i, 1
  br label %head
left:
  ret void
}

; Only some work-items reach this exit. Without masks, the others would leave together with them.
; CHECK-LABEL: define spir_kernel void @exit_of_some(
; CHECK-NOT: head.rest
; CHECK: ret void
define spir_kernel void @exit_of_some(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %first = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %on ]
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  %c = icmp slt i64 %v, %n
  br i1 %c, label %some, label %on
some:
  %q = getelementptr i64, ptr addrspace(1) %p, i64 %v
  %w = load i64, ptr addrspace(1) %q
  %found = icmp eq i64 %w, 0
  br i1 %found, label %left, label %on
on:
  %i.next = add i64 %i, %size
  br label %head
left:
  ret void
}

; A loop before the exit would be run twice.
; CHECK-LABEL: define spir_kernel void @loop_first(
; CHECK-NOT: rows.rest
; CHECK: ret void
define spir_kernel void @loop_first(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %rows
rows:
  %i = phi i64 [ %id, %entry ], [ %i.next, %row ]
  br label %cells
cells:
  %j = phi i64 [ 0, %rows ], [ %j.next, %cells ]
  %sum = phi i64 [ 0, %rows ], [ %sum.next, %cells ]
  %at = add i64 %i, %j
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  %v = load i64, ptr addrspace(1) %a
  %sum.next = add i64 %sum, %v
  %j.next = add i64 %j, 1
  %more = icmp slt i64 %j.next, %n
  br i1 %more, label %cells, label %done
done:
  %c = icmp slt i64 %sum.next, %n
  br i1 %c, label %row, label %left
row:
  %i.next = add i64 %i, 1
  br label %rows
left:
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %id
  store i64 %i, ptr addrspace(1) %b
  ret void
}

; An inner loop is split in the version that all work-items run, and left as it is in the masked version.
; CHECK-LABEL: define spir_kernel void @nested(
; CHECK: rows.rest:
; CHECK: rows:
; CHECK: br i1 %in, label %row, label %left
; CHECK: row:
; CHECK-NOT: ocl.all
; CHECK: left:
; CHECK: call i1 @ocl.all(i1 %in.all)
; CHECK: cells.all.rest:
; CHECK: call i1 @ocl.all(i1 %c.all.all)
define spir_kernel void @nested(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %first = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %rows
rows:
  %i = phi i64 [ %first, %entry ], [ %i.next, %done ]
  %in = icmp slt i64 %i, %n
  br i1 %in, label %row, label %left
row:
  br label %cells
cells:
  %j = phi i64 [ 0, %row ], [ %j.next, %cell ]
  %c = icmp slt i64 %j, %i
  br i1 %c, label %cell, label %done
cell:
  %at = add i64 %i, %j
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  store i64 %j, ptr addrspace(1) %a
  %j.next = add i64 %j, 1
  br label %cells
done:
  %i.next = add i64 %i, %size
  br label %rows
left:
  ret void
}

; Side effects before the condition must not happen twice.
; CHECK-LABEL: define spir_kernel void @writes_first(
; CHECK-NOT: head.rest
; CHECK: ret void
define spir_kernel void @writes_first(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %first = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %body ]
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %old = load i64, ptr addrspace(1) %a
  %new = add i64 %old, 1
  store i64 %new, ptr addrspace(1) %a
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %left
body:
  %i.next = add i64 %i, %size
  br label %head
left:
  ret void
}

; All work-items have the same trip count: there are no masks anyway.
; CHECK-LABEL: define spir_kernel void @alike(
; CHECK-NOT: head.rest
; CHECK: ret void
define spir_kernel void @alike(ptr addrspace(1) %p, i64 %n) {
entry:
  %id = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %i.next, %body ]
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %left
body:
  %at = add i64 %i, %id
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  store i64 %i, ptr addrspace(1) %a
  %i.next = add i64 %i, 1
  br label %head
left:
  ret void
}

; The loop has no memory access that would pay for a copy.
; CHECK-LABEL: define spir_kernel void @no_memory(
; CHECK-NOT: head.rest
; CHECK: ret void
define spir_kernel void @no_memory(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %first = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ %first, %entry ], [ %i.next, %body ]
  %c = icmp slt i64 %i, %n
  br i1 %c, label %body, label %left
body:
  %i.next = add i64 %i, %size
  br label %head
left:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %first
  store i64 %i, ptr addrspace(1) %a
  ret void
}

declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

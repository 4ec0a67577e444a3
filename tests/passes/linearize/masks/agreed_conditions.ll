; Lanes that stay in the loop take the same path to its end, so that `%next` is uniform among them. Once masks choose
; `%next`, only active lanes agree about it, and branches on it read an active lane.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s
; RUN: pass_opt --passes=normalize_flow,linearize,widen,verify %s | FileCheck --check-prefix=LANES %s

; LANES: define {{.*}}@agreed.full(
; LANES: define {{.*}}@chosen.full(

; CHECK-LABEL: define spir_kernel void @agreed(
; CHECK: %late = icmp ugt i32 %step, 5
; CHECK: %[[AGREED:.*]] = call i1 @ocl.uniform(i1 %late)
; CHECK: br i1 %[[AGREED]], label %some, label %middle
define spir_kernel void @agreed(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %step = phi i32 [ 0, %entry ], [ %next, %latch ]
  %late = icmp ugt i32 %step, 5
  br i1 %late, label %some, label %middle
some:
  store i32 %step, ptr addrspace(1) %a
  br label %middle
middle:
  %even = and i32 %step, %n
  %same = icmp eq i32 %even, 0
  %one = add i32 %step, 1
  br i1 %same, label %latch, label %work
work:
  %x = load i32, ptr addrspace(1) %a
  %two = add i32 %step, 2
  %leaves = icmp eq i32 %x, %step
  br i1 %leaves, label %exit, label %latch
latch:
  %next = phi i32 [ %one, %middle ], [ %two, %work ]
  br label %loop
exit:
  ret void
}

; A switch on a value that active lanes agree on is tested case by case.
; CHECK-LABEL: define spir_kernel void @chosen(
; CHECK: %[[IS:.*]] = icmp eq i32 %step, 1
; CHECK: call i1 @ocl.uniform(i1 %[[IS]])
; CHECK: %[[NUMBER:.*]] = select i1 %{{.*}}, i32 7, i32 %{{.*}}
; CHECK: switch i32 %[[NUMBER]], label %middle [
define spir_kernel void @chosen(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %step = phi i32 [ 0, %entry ], [ %next, %latch ]
  switch i32 %step, label %middle [ i32 1, label %some
                                    i32 7, label %other ]
some:
  store i32 %step, ptr addrspace(1) %a
  br label %middle
other:
  store i32 0, ptr addrspace(1) %a
  br label %middle
middle:
  %even = and i32 %step, %n
  %same = icmp eq i32 %even, 0
  %one = add i32 %step, 1
  br i1 %same, label %latch, label %work
work:
  %x = load i32, ptr addrspace(1) %a
  %two = add i32 %step, 2
  %leaves = icmp eq i32 %x, %step
  br i1 %leaves, label %exit, label %latch
latch:
  %next = phi i32 [ %one, %middle ], [ %two, %work ]
  br label %loop
exit:
  ret void
}

; A value that no mask chooses is uniform without further code.
; CHECK-LABEL: define spir_kernel void @counted(
; CHECK-NOT: ocl.uniform
; CHECK: ret void
define spir_kernel void @counted(ptr addrspace(1) %p, i32 %n) #0 {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %step = phi i32 [ 0, %entry ], [ %next, %latch ]
  %x = load i32, ptr addrspace(1) %a
  %leaves = icmp eq i32 %x, %step
  br i1 %leaves, label %change, label %latch
change:
  store i32 0, ptr addrspace(1) %a
  br label %latch
latch:
  %next = add i32 %step, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %exit
exit:
  ret void
}

declare i64 @ocl.global_id(i32)

attributes #0 = { "lanewise-lanes"="8" }

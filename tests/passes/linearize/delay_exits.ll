; The uniform exit at the end of a loop that work-items also leave one by one moves to the start of the next iteration.
; RUN: pass_opt --passes=normalize_flow,delay_exits,verify %s | FileCheck %s
; RUN: pass_opt --passes=normalize_flow,delay_exits,linearize,verify %s | FileCheck --check-prefix=MASKS %s

; CHECK-LABEL: define spir_kernel void @steps(
; CHECK: loop:
; CHECK: %[[K:.*]] = phi i32 [ %k2, %latch ], [ poison, %entry ]
; CHECK: %[[DONE:.*]] = phi i1 [ %c, %latch ], [ false, %entry ]
; CHECK: br i1 %[[DONE]], label %[[EXIT:.*]], label %loop.body
; CHECK: loop.body:
; CHECK: latch:
; CHECK: br label %loop
; CHECK: phi i32 [ %k, %loop.body ], [ %[[K]], %loop ]

; After linearize the counter's exit is a branch of the loop. Lanes that left earlier keep their exit values.
; MASKS-LABEL: define spir_kernel void @steps(
; MASKS: loop:
; MASKS: %live = phi i1
; MASKS: br i1 %{{.*}}, label %[[WAY:.*]], label %loop.body
; MASKS: [[WAY]]:
; MASKS: select i1 %live, i32 %{{.*}}, i32 %{{.*}}.kept
; MASKS: br label %left
define spir_kernel void @steps(ptr addrspace(1) %p) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %start = trunc i64 %id to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  br label %loop
loop:
  %x = phi i32 [ %start, %entry ], [ %y, %latch ]
  %k = phi i32 [ 0, %entry ], [ %k2, %latch ]
  %one = icmp eq i32 %x, 1
  br i1 %one, label %exit, label %latch
latch:
  %y = lshr i32 %x, 1
  %k2 = add i32 %k, 1
  %c = icmp ugt i32 %k2, 100
  br i1 %c, label %exit, label %loop
exit:
  %n = phi i32 [ %k, %loop ], [ %k2, %latch ]
  store i32 %n, ptr addrspace(1) %a
  ret void
}

; All lanes leave together, so that nothing is gained.
; CHECK-LABEL: define spir_kernel void @counted(
; CHECK: latch:
; CHECK: br i1 %c, label %exit, label %loop
define spir_kernel void @counted(ptr addrspace(1) %p, i32 %n) {
entry:
  br label %loop
loop:
  %k = phi i32 [ 0, %entry ], [ %k2, %latch ]
  %early = icmp eq i32 %k, %n
  br i1 %early, label %exit, label %latch
latch:
  %k2 = add i32 %k, 1
  %c = icmp ugt i32 %k2, 100
  br i1 %c, label %exit, label %loop
exit:
  ret void
}

declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

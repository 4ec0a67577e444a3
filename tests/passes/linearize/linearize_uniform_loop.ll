; A loop that only some lanes run, but in lockstep, stays a loop under their mask, with both its exits.
; RUN: pass_opt --passes=normalize_flow,linearize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @inside(
; CHECK: %[[ANY:.*]] = call i1 @ocl.any(i1 %c)
; CHECK-NEXT: br i1 %[[ANY]], label %loop.preheader, label
; CHECK: loop:
; CHECK-NOT: phi i1
; CHECK: call void @ocl.mask(i1 %c)
; CHECK: br i1 %found, label %early, label %latch
; CHECK: latch:
; CHECK-NEXT: call void @ocl.mask(i1 %c)
; CHECK: br i1 %more, label %loop, label %late
; CHECK-NOT: @ocl.any
; CHECK: ret void
define spir_kernel void @inside(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  %c = icmp slt i32 %i, %n
  br i1 %c, label %loop, label %end
loop:
  %k = phi i32 [ 0, %entry ], [ %k1, %latch ]
  %found = icmp eq i32 %k, 5
  br i1 %found, label %early, label %latch
latch:
  %k1 = add i32 %k, 1
  store i32 %k1, ptr addrspace(1) %a
  %more = icmp slt i32 %k1, %n
  br i1 %more, label %loop, label %late
early:
  store i32 -1, ptr addrspace(1) %a
  br label %end
late:
  store i32 %k1, ptr addrspace(1) %a
  br label %end
end:
  ret void
}
declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

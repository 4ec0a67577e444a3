; A loop around a barrier stays a loop of the group: its counter and condition are computed once. The region that only
; counts runs for no chunk. A bound that the chunks load is loaded by one chunk.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-LABEL: define internal void @k.group(
; CHECK: region.0:
; CHECK-NEXT: call i64 @llvm.umin
; CHECK-NEXT: br label %[[ONCE:.*]]
; CHECK: [[HEADER:region.[0-9]]]:
; CHECK-NEXT: %[[T:.*]] = phi i32 [ %[[NEXT:.*]], %[[LATCH:.*]] ], [ 0, %[[BEFORE:.*]] ]
; CHECK-NEXT: %[[MORE:.*]] = icmp slt i32 %[[T]], %[[N:.*]]
; CHECK-NEXT: br i1 %[[MORE]], label %[[BODY:.*]], label %[[DONE:.*]]
; CHECK: [[LATCH]]:
; CHECK-NEXT: %[[NEXT]] = add i32 %[[T]], 1
; CHECK-NEXT: br label %[[HEADER]]
; CHECK: [[ONCE]]:
; CHECK: %[[N]] = load i32, ptr addrspace(1) %limit
; CHECK-NEXT: br label %[[BEFORE]]
; CHECK: [[BEFORE]]:
; CHECK-NEXT: br label %[[HEADER]]

define void @k.full(ptr addrspace(1) %p, ptr addrspace(1) %limit) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %n = load i32, ptr addrspace(1) %limit
  br label %round
round:
  %t = phi i32 [ 0, %entry ], [ %t1, %body ]
  %more = icmp slt i32 %t, %n
  br i1 %more, label %body, label %done
body:
  store i32 %t, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  %t1 = add i32 %t, 1
  br label %round
done:
  ret void
}

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

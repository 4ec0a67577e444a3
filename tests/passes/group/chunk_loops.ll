; The loops over a work-group without barriers: one function runs the full chunks of a row, the other runs the rest of
; the row. Each call gets its position as ids. The start of a tail is hidden from the optimizer, so that no instruction
; of tails is hoisted before the rows.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-LABEL: define internal void @k.group(
; CHECK: %[[SIZE:.*]] = call i64 @ocl.local_size(i32 0)
; CHECK: z:
; CHECK: y:
; CHECK: %[[Y:.*]] = phi i64 [ 0, %z ], [ %y.next, %tail.after ]
; CHECK: %full = and i64 %[[SIZE]], -16
; CHECK-NEXT: %[[SOME:.*]] = icmp ne i64 %full, 0
; CHECK-NEXT: br i1 %[[SOME]], label %full.loop, label %full.loop.after
; CHECK: full.loop.after:
; CHECK-NEXT: icmp ne i64 %[[SIZE]], %full
; CHECK: x:
; CHECK-NEXT: %[[X:.*]] = phi i64 [ 0, %full.loop ], [ %x.next,
; CHECK: %s = add i64 %[[X]], %[[Y]]
; CHECK-NEXT: store i64 %s
; CHECK: %x.next = add nuw nsw i64 %[[X]], 16
; CHECK-NEXT: icmp ult i64 %x.next, %full
; CHECK: tail:
; CHECK-NEXT: %tail.first = call i64 asm "", "=r,0"(i64 %full)
; CHECK-NEXT: %tail.lanes = sub i64 %[[SIZE]], %tail.first
; CHECK: store i64 %tail.lanes
define void @k.full(ptr addrspace(1) %p) #0 {
  %l = call i64 @ocl.local_id(i32 0)
  %y = call i64 @ocl.local_id(i32 1)
  %s = add i64 %l, %y
  store i64 %s, ptr addrspace(1) %p
  ret void
}
define void @k.tail(ptr addrspace(1) %p) #0 {
  %n = call i64 @ocl.chunk_lanes()
  store i64 %n, ptr addrspace(1) %p
  ret void
}
declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.chunk_lanes() memory(none)
attributes #0 = { "lanewise-lanes"="16" }

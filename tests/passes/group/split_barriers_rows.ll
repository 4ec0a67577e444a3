; The function for several rows runs two rows of full chunks at a time; the rest runs row by row.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-LABEL: define internal void @k.group(
; CHECK: %[[SIZE:.*]] = call i64 @ocl.local_size(i32 0)
; CHECK: %[[HEIGHT:.*]] = call i64 @ocl.local_size(i32 1)
; CHECK: %full = and i64 %[[SIZE]], -16
; CHECK: %rows = and i64 %[[HEIGHT]], -2
; CHECK: together:
; CHECK: y:
; CHECK: %y.next = add nuw nsw i64 %{{.*}}, 2
; CHECK-NEXT: icmp ult i64 %y.next, %rows
; CHECK: x:
; CHECK: store i64 2,
; CHECK: %[[DONE:.*]] = icmp ult i64 %{{.*}}, %rows
; CHECK-NEXT: select i1 %[[DONE]], i64 %full, i64 0
; CHECK: icmp ne i64 %[[SIZE]], %full
; CHECK: store i64 1,
; CHECK: %tail.lanes = sub i64 %[[SIZE]], %tail.first
; CHECK: store i64 %tail.lanes
define void @k.full(ptr addrspace(1) %p) #0 {
  store i64 1, ptr addrspace(1) %p
  ret void
}
define void @k.tail(ptr addrspace(1) %p) #0 {
  %n = call i64 @ocl.chunk_lanes()
  store i64 %n, ptr addrspace(1) %p
  ret void
}
define void @k.rows(ptr addrspace(1) %p) #1 {
  store i64 2, ptr addrspace(1) %p
  ret void
}
declare i64 @ocl.chunk_lanes() memory(none)
attributes #0 = { "lanewise-lanes"="16" }
attributes #1 = { "lanewise-lanes"="16" "lanewise-rows"="2" }

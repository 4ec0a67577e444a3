; Code for partial chunks only. In a kernel with barriers, it runs those groups whose size is no multiple of the lanes,
; or of the rows that run together.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-LABEL: define internal void @k.group(
; CHECK: %[[LANES:.*]] = and i64 %{{.*}}, 15
; CHECK: %[[ROWS:.*]] = and i64 %{{.*}}, 3
; CHECK: %[[REST:.*]] = or i64 %[[LANES]], %[[ROWS]]
; CHECK: %[[WHOLE:.*]] = icmp eq i64 %[[REST]], 0
; CHECK: br i1 %[[WHOLE]], label %end, label %all_tail
define void @k.tail(ptr addrspace(1) %p) #0 {
  %n = call i64 @ocl.chunk_lanes()
  store i64 %n, ptr addrspace(1) %p
  call void @ocl.barrier(i32 1)
  store i64 1, ptr addrspace(1) %p
  ret void
}
declare i64 @ocl.chunk_lanes() memory(none)
declare void @ocl.barrier(i32) convergent
attributes #0 = { "lanewise-lanes"="16" "lanewise-whole_lanes"="16" "lanewise-whole_rows"="4" }

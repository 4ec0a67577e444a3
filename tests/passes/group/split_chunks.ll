; Code for full chunks only and code for partial chunks (fact::whole_lanes): each omits the chunks of the other.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-LABEL: define internal void @k.group(
; CHECK-NOT: tail
; CHECK: %full = and i64 %{{.*}}, -16
; CHECK: br i1 %{{.*}}, label %full.loop, label %full.loop.after
; CHECK-NOT: tail
; CHECK: attributes
define void @k.full(ptr addrspace(1) %p) #0 {
  %l = call i64 @ocl.local_id(i32 0)
  store i64 %l, ptr addrspace(1) %p
  ret void
}
declare i64 @ocl.local_id(i32) memory(none)
attributes #0 = { "lanewise-lanes"="16" "lanewise-whole_lanes"="16" "lanewise-whole_rows"="1" }

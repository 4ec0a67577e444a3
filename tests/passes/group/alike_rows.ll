; If rows do not use their number, one loop covers all of them. Chunks without their own contexts are not counted.
; RUN: pass_opt --passes=spill_live_values,split_barriers,verify %s | FileCheck %s

; CHECK-LABEL: define internal void @k.group(
; CHECK-DAG: %[[Y:.*]] = call i64 @ocl.local_size(i32 1)
; CHECK-DAG: %[[Z:.*]] = call i64 @ocl.local_size(i32 2)
; CHECK: %rows = mul nuw i64 %[[Y]], %[[Z]]
; CHECK-NOT: phi
; CHECK: %row{{.*}} = phi i64 [ 0, %entry ], [ %row.next,
; CHECK-NOT: phi
; CHECK: %x{{.*}} = phi i64 [ 0, %{{.*}} ], [ %x.next,
; CHECK-NOT: phi
; CHECK: icmp ult i64 %row.next, %rows
define void @k.full(ptr addrspace(1) %p) #0 {
  %l = call i64 @ocl.global_id(i32 0)
  store i64 %l, ptr addrspace(1) %p
  ret void
}
define void @k.tail(ptr addrspace(1) %p) #0 {
  %n = call i64 @ocl.chunk_lanes()
  store i64 %n, ptr addrspace(1) %p
  ret void
}
declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.chunk_lanes() memory(none)
attributes #0 = { "lanewise-lanes"="16" }

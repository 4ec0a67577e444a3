; With one lane, this lane is the first, and its value is the sum of all lanes.
; RUN: pass_opt --passes=one_lane_sums,verify %s | FileCheck %s

declare i32 @ocl.lanes_before(i32) convergent
declare i32 @ocl.lanes_total(i32) convergent
declare i64 @ocl.from_first(i64) convergent

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: store volatile i32 0, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i32 %n, ptr addrspace(1) %p
; CHECK-NEXT: store volatile i64 %x, ptr addrspace(1) %p
; CHECK-NEXT: ret void
define spir_kernel void @k(ptr addrspace(1) %p, i32 %n, i64 %x) {
  %before = call i32 @ocl.lanes_before(i32 %n)
  store volatile i32 %before, ptr addrspace(1) %p
  %total = call i32 @ocl.lanes_total(i32 %n)
  store volatile i32 %total, ptr addrspace(1) %p
  %first = call i64 @ocl.from_first(i64 %x)
  store volatile i64 %first, ptr addrspace(1) %p
  ret void
}

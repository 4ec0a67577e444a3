; The block that ends the first region also ends the second, which returns to it without %v. The value %v is stored at
; its definition, because code of the second region must not read it.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

define void @k.full(ptr addrspace(1) %p) {
; CHECK-LABEL: define void @k.full(
; CHECK: %v = load i64, ptr addrspace(1)
; CHECK-NEXT: %[[SLOT:.*]] = call ptr @ocl.chunk_context(
; CHECK-NEXT: store i64 %v, ptr %[[SLOT]]
; CHECK: meet:
; CHECK-NOT: %v,
; CHECK: call void @ocl.barrier(
; CHECK: store i64 %v.reload
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  br label %again

again:
  %x = load volatile i64, ptr addrspace(1) %a
  %meets = icmp eq i64 %x, %i
  br i1 %meets, label %meet, label %other

meet:
  call void @ocl.barrier(i32 1)
  store i64 %v, ptr addrspace(1) %a
  br label %joined

other:
  %leaves = icmp ult i64 %x, %i
  br i1 %leaves, label %joined, label %again

joined:
  br label %again
}

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; Canonical form: values in registers, one return, cycles with one entry, loops simplified and closed. Barriers stay in
; place.
; RUN: pass_opt --passes=canonicalize,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @registers(
; CHECK-NOT: alloca
; CHECK: store i32 %x, ptr addrspace(1) %p
define spir_kernel void @registers(ptr addrspace(1) %p, i32 %x) {
entry:
  %v = alloca i32
  store i32 %x, ptr %v
  %a = load i32, ptr %v
  %b = add i32 %a, 0
  store i32 %b, ptr addrspace(1) %p
  ret void
}

; Volatile accesses to a work-item's own variables are all made (C99 6.7.3).
; CHECK-LABEL: define spir_kernel void @volatile_private(
; CHECK: store volatile i32 %x, ptr %v
; CHECK: store volatile i32 7, ptr %v
; CHECK: load volatile i32, ptr %v
; CHECK: %[[LAST:.*]] = load volatile i32, ptr %v
; CHECK: store i32 %[[LAST]], ptr addrspace(1) %p
define spir_kernel void @volatile_private(ptr addrspace(1) %p, i32 %x) {
entry:
  %v = alloca i32
  store volatile i32 %x, ptr %v
  store volatile i32 7, ptr %v
  %unused = load volatile i32, ptr %v
  %a = load volatile i32, ptr %v
  store i32 %a, ptr addrspace(1) %p
  ret void
}

; A cycle with two entries gets one header. Values leave it through phis.
; CHECK-LABEL: define spir_kernel void @goto_loop(
; CHECK: %[[GOAL:.*]] = phi i32 [ {{[01]}}, %to_
; CHECK: end:
; CHECK-NEXT: %[[LEFT:.*]] = phi i32
; CHECK-NEXT: store i32 %[[LEFT]]
define spir_kernel void @goto_loop(ptr addrspace(1) %p, i32 %n) {
entry:
  %odd = icmp eq i32 %n, 3
  br i1 %odd, label %b, label %a
a:
  %i = phi i32 [ 0, %entry ], [ %j1, %b ]
  %i1 = add i32 %i, 1
  store volatile i32 %i1, ptr addrspace(1) %p
  br label %b
b:
  %j = phi i32 [ 5, %entry ], [ %i1, %a ]
  %j1 = mul i32 %j, 3
  store volatile i32 %j1, ptr addrspace(1) %p
  %more = icmp ult i32 %j1, %n
  br i1 %more, label %a, label %end
end:
  store i32 %j1, ptr addrspace(1) %p
  ret void
}

; CHECK-LABEL: define spir_kernel void @returns(
; CHECK: ret void
; CHECK-NOT: ret void
define spir_kernel void @returns(ptr addrspace(1) %p, i1 %c) {
entry:
  br i1 %c, label %a, label %b
a:
  store volatile i32 1, ptr addrspace(1) %p
  ret void
b:
  store volatile i32 2, ptr addrspace(1) %p
  store volatile i32 3, ptr addrspace(1) %p
  ret void
}

; Barriers are not merged, because work-items at different barriers do not wait for each other.
; CHECK-LABEL: define spir_kernel void @barriers_stay(
; CHECK: call void @ocl.barrier(i32 1)
; CHECK: call void @ocl.barrier(i32 1)
; CHECK: store i32 3
define spir_kernel void @barriers_stay(ptr addrspace(3) %p, i1 %c, i1 %d) {
entry:
  br i1 %c, label %a, label %b
a:
  store i32 1, ptr addrspace(3) %p
  call void @ocl.barrier(i32 1) #0
  br label %join
b:
  store i32 2, ptr addrspace(3) %p
  call void @ocl.barrier(i32 1) #0
  br label %join
join:
  store i32 3, ptr addrspace(3) %p
  ret void
}
declare void @ocl.barrier(i32) convergent
attributes #0 = { convergent }

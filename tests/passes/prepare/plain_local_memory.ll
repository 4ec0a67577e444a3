; Nobody else sees local memory between two meetings; others' memory and atomics stay volatile.
; RUN: pass_opt --passes=plain_local_memory,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: call void @ocl.barrier
; CHECK-NEXT: load i32, ptr addrspace(3) %l
; CHECK-NEXT: store i32 %a, ptr addrspace(3) %l
; CHECK-NEXT: load volatile i32, ptr addrspace(1) %g
; CHECK-NEXT: store volatile i32 %b, ptr addrspace(1) %g
; CHECK-NEXT: load atomic volatile i32, ptr addrspace(3) %l
; CHECK-NEXT: atomicrmw volatile add ptr addrspace(3) %l
define spir_kernel void @k(ptr addrspace(3) %l, ptr addrspace(1) %g) {
  call void @ocl.barrier(i32 1)
  %a = load volatile i32, ptr addrspace(3) %l
  store volatile i32 %a, ptr addrspace(3) %l
  %b = load volatile i32, ptr addrspace(1) %g
  store volatile i32 %b, ptr addrspace(1) %g
  %c = load atomic volatile i32, ptr addrspace(3) %l monotonic, align 4
  %d = atomicrmw volatile add ptr addrspace(3) %l, i32 1 monotonic
  ret void
}

; Without a barrier no other work-item may read what one wrote, which leaves its accesses to count on.
; CHECK-LABEL: define spir_kernel void @alone(
; CHECK-NEXT: store volatile i32 1, ptr addrspace(3) %l
; CHECK-NEXT: store volatile i32 2, ptr addrspace(3) %l
; CHECK-NEXT: load volatile i32, ptr addrspace(3) %l
define spir_kernel void @alone(ptr addrspace(3) %l) {
  store volatile i32 1, ptr addrspace(3) %l
  store volatile i32 2, ptr addrspace(3) %l
  %a = load volatile i32, ptr addrspace(3) %l
  ret void
}

; Who finds what it wrote was the last to write there: nothing may be taken for found that was not looked for.
; CHECK-LABEL: define spir_kernel void @claims(
; CHECK: load volatile i32, ptr addrspace(3) %l
; CHECK: store volatile i32 %mine, ptr addrspace(3) %l
; CHECK: load volatile i32, ptr addrspace(3) %l
define spir_kernel void @claims(ptr addrspace(3) %l, i32 %tag) {
entry:
  call void @ocl.barrier(i32 1)
  br label %again
again:
  %old = load volatile i32, ptr addrspace(3) %l
  %more = add i32 %old, 1
  %mine = or i32 %more, %tag
  store volatile i32 %mine, ptr addrspace(3) %l
  %found = load volatile i32, ptr addrspace(3) %l
  %lost = icmp ne i32 %found, %mine
  br i1 %lost, label %again, label %done
done:
  ret void
}

; CHECK-LABEL: define spir_kernel void @claims_bytes(
; CHECK: store volatile i8 %mine, ptr addrspace(3) %l
; CHECK: load volatile i8, ptr addrspace(3) %l
define spir_kernel void @claims_bytes(ptr addrspace(3) %l, i32 %tag) {
  call void @ocl.barrier(i32 1)
  %mine = trunc i32 %tag to i8
  store volatile i8 %mine, ptr addrspace(3) %l
  %found = load volatile i8, ptr addrspace(3) %l
  %wide = zext i8 %found to i32
  %last = icmp eq i32 %wide, %tag
  call void @llvm.assume(i1 %last)
  ret void
}

; Private variables are looked through.
; CHECK-LABEL: define spir_kernel void @claims_by_variable(
; CHECK: store volatile i32 {{.*}}, ptr addrspace(3) %l
; CHECK: load volatile i32, ptr addrspace(3) %l
define spir_kernel void @claims_by_variable(ptr addrspace(3) %l, i32 %tag) {
  call void @ocl.barrier(i32 1)
  %count = alloca i32
  store i32 %tag, ptr %count
  %mine = load i32, ptr %count
  store volatile i32 %mine, ptr addrspace(3) %l
  %found = load volatile i32, ptr addrspace(3) %l
  %again = load i32, ptr %count
  %last = icmp eq i32 %found, %again
  call void @llvm.assume(i1 %last)
  ret void
}

; What one of several functions writes another one may compare.
; CHECK-LABEL: define spir_kernel void @calls(
; CHECK: store volatile i32 {{.*}}, ptr addrspace(3) %l
; CHECK-LABEL: define internal void @called(
; CHECK: load volatile i32, ptr addrspace(3) %l
define spir_kernel void @calls(ptr addrspace(3) %l, i32 %tag) "lanewise-shared_bodies" {
  store volatile i32 %tag, ptr addrspace(3) %l
  ret void
}
define internal void @called(ptr addrspace(3) %l, i32 %tag) "lanewise-called" {
  %found = load volatile i32, ptr addrspace(3) %l
  ret void
}

declare void @ocl.barrier(i32) convergent

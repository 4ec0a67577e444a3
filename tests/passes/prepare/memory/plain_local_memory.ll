; Volatile accesses to local memory become plain accesses separated by fences. Accesses to other memory and atomics stay
; volatile.
; RUN: pass_opt --passes=plain_local_memory,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: %a = load i32, ptr addrspace(3) %l
; CHECK-NEXT: fence syncscope("singlethread") seq_cst
; CHECK-NEXT: store i32 %a, ptr addrspace(3) %l
; CHECK-NEXT: load volatile i32, ptr addrspace(1) %g
; CHECK-NEXT: store volatile i32 %b, ptr addrspace(1) %g
; CHECK-NEXT: load atomic volatile i32, ptr addrspace(3) %l
; CHECK-NEXT: atomicrmw volatile add ptr addrspace(3) %l
define spir_kernel void @k(ptr addrspace(3) %l, ptr addrspace(1) %g) {
  %a = load volatile i32, ptr addrspace(3) %l
  store volatile i32 %a, ptr addrspace(3) %l
  %b = load volatile i32, ptr addrspace(1) %g
  store volatile i32 %b, ptr addrspace(1) %g
  %c = load atomic volatile i32, ptr addrspace(3) %l monotonic, align 4
  %d = atomicrmw volatile add ptr addrspace(3) %l, i32 1 monotonic
  ret void
}

; An access whose value is not used is still made.
; CHECK-LABEL: define spir_kernel void @for_nobody(
; CHECK-NEXT: load volatile i32, ptr addrspace(3) %l
define spir_kernel void @for_nobody(ptr addrspace(3) %l) {
  %a = load volatile i32, ptr addrspace(3) %l
  ret void
}

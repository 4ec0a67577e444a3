; A kernel with atomics orders its stores: none goes past the caches.
; RUN: pass_opt --passes=stream_stores,verify %s | FileCheck %s

; CHECK-NOT: nontemporal
define spir_kernel void @k.full(ptr addrspace(1) %to, ptr addrspace(1) %flag, <16 x float> %v) {
  store <16 x float> %v, ptr addrspace(1) %to, align 4
  store atomic i32 1, ptr addrspace(1) %flag release, align 4
  ret void
}

; Stores that may be non-temporal: whole vectors of at least half a cache line, in global memory, to an argument, in few
; places.
; RUN: pass_opt --passes=stream_stores,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k.full(
; CHECK-NOT: nontemporal
; For a store of half a line, the alignment of half a line is tested.
; CHECK: %[[REST:.*]] = and i64 %{{.*}}, 31
; CHECK: store <4 x double> %half, ptr addrspace(1) %to, align 32, !nontemporal
; CHECK-NOT: nontemporal
; CHECK: ret void
define spir_kernel void @k.full(ptr addrspace(1) %to, ptr addrspace(3) %local, <4 x double> %half,
                                <4 x float> %short, <12 x float> %odd, i32 %one) {
  store <4 x float> %short, ptr addrspace(1) %to, align 4
  store i32 %one, ptr addrspace(1) %to, align 4
  store <12 x float> %odd, ptr addrspace(1) %to, align 4
  store <4 x double> %half, ptr addrspace(3) %local, align 8
  %loaded = load ptr addrspace(1), ptr addrspace(3) %local
  store <4 x double> %half, ptr addrspace(1) %loaded, align 8
  store <4 x double> %half, ptr addrspace(1) %to, align 8
  ret void
}

; Operations that order a kernel's stores, or may read the stored values, keep all stores in the caches.
; RUN: sed 's/@EFFECT/store atomic i32 1, ptr addrspace(1) %flag release, align 4/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; RUN: sed 's/@EFFECT/%old = atomicrmw add ptr addrspace(1) %flag, i32 1 monotonic/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; RUN: sed 's/@EFFECT/%old = load atomic i32, ptr addrspace(1) %flag acquire, align 4/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; RUN: sed 's/@EFFECT/fence release/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; RUN: sed 's/@EFFECT/store volatile i32 1, ptr addrspace(1) %flag/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; RUN: sed 's/@EFFECT/call void @ocl.barrier(i32 1)/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; RUN: sed 's/@EFFECT/call void @unknown(ptr addrspace(1) %flag)/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s
; Other operations do not prevent non-temporal stores.
; RUN: sed 's/@EFFECT/store i32 1, ptr addrspace(1) %flag/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s --check-prefix=MAY
; RUN: sed 's/@EFFECT/%v.0 = load i32, ptr addrspace(1) %flag/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s --check-prefix=MAY
; RUN: sed 's/@EFFECT/call void @pure()/' %s | pass_opt --passes=stream_stores,verify - | FileCheck %s --check-prefix=MAY

declare void @ocl.barrier(i32) convergent
declare void @unknown(ptr addrspace(1))
declare void @pure() memory(none)

; CHECK-LABEL: @k.full(
; CHECK-NOT: nontemporal
; CHECK-NOT: streamed_bytes
; MAY-LABEL: @k.full(
; MAY: !nontemporal
; MAY: "lanewise-streamed_bytes"="64"
define spir_kernel void @k.full(ptr addrspace(1) %to, ptr addrspace(1) %flag, <16 x float> %v) {
  store <16 x float> %v, ptr addrspace(1) %to, align 4
  @EFFECT
  ret void
}

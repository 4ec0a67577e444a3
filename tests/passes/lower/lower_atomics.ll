; Atomics on local memory become plain operations, scopes elsewhere the system's.
; RUN: pass_opt --passes=lower_atomics,verify %s | FileCheck %s

define void @f(ptr addrspace(3) %l, ptr addrspace(1) %g) {
; CHECK-LABEL: define void @f(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %l
; CHECK: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK: store i32 %[[NEW]], ptr addrspace(3) %l
; CHECK-NOT: syncscope
; CHECK: atomicrmw add ptr addrspace(1) %g, i32 1 monotonic
; CHECK: load i32, ptr addrspace(3) %l
  %a = atomicrmw add ptr addrspace(3) %l, i32 1 syncscope("workgroup") monotonic
  %b = atomicrmw add ptr addrspace(1) %g, i32 1 syncscope("device") monotonic
  %c = load atomic i32, ptr addrspace(3) %l syncscope("workgroup") acquire, align 4
  ret void
}

; Accesses through a generic pointer get its address space if this is known. A pointer to one of two spaces stays
; generic.
; RUN: pass_opt --passes=infer_address_spaces,verify %s | FileCheck %s

define i32 @known(ptr addrspace(3) %l) {
; CHECK-LABEL: define i32 @known(
; CHECK: %v = load i32, ptr addrspace(3) %l
; CHECK-NOT: call
; CHECK: add i32 %v, 3
  %g = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %v = load i32, ptr addrspace(4) %g
  %s = call i32 @ocl.address_space(ptr addrspace(4) %g)
  %r = add i32 %v, %s
  ret i32 %r
}

define i32 @unknown(i1 %c, ptr addrspace(3) %l, ptr addrspace(1) %p) {
; CHECK-LABEL: define i32 @unknown(
; CHECK: call i32 @ocl.address_space(
  %a = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %b = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  %g = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  %s = call i32 @ocl.address_space(ptr addrspace(4) %g)
  ret i32 %s
}

define i32 @phi(i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q) {
; CHECK-LABEL: define i32 @phi(
; CHECK-NOT: call
; CHECK: ret i32 1
entry:
  %a = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  br i1 %c, label %other, label %end
other:
  %b = addrspacecast ptr addrspace(1) %q to ptr addrspace(4)
  br label %end
end:
  %g = phi ptr addrspace(4) [ %a, %entry ], [ %b, %other ]
  %s = call i32 @ocl.address_space(ptr addrspace(4) %g)
  ret i32 %s
}

; Volatile accesses are made as often as before, in their known space or in the generic one.
define i32 @volatile_access(i1 %c, ptr addrspace(1) %p, ptr addrspace(3) %l) {
; CHECK-LABEL: define i32 @volatile_access(
; CHECK: store volatile i32 1, ptr addrspace(1) %p
; CHECK: load volatile i32, ptr addrspace(1) %p
; CHECK: load volatile i32, ptr addrspace(1) %p
; CHECK: store volatile i32 2, ptr addrspace(4) %either
  %a = addrspacecast ptr addrspace(1) %p to ptr addrspace(4)
  store volatile i32 1, ptr addrspace(4) %a
  %unused = load volatile i32, ptr addrspace(4) %a
  %x = load volatile i32, ptr addrspace(4) %a
  %b = addrspacecast ptr addrspace(3) %l to ptr addrspace(4)
  %either = select i1 %c, ptr addrspace(4) %a, ptr addrspace(4) %b
  store volatile i32 2, ptr addrspace(4) %either
  ret i32 %x
}

declare i32 @ocl.address_space(ptr addrspace(4)) memory(none)

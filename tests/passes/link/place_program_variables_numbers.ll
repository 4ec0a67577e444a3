; Addresses that are numbers are part of the initial values, with the distances that are added to them.
; RUN: pass_opt --passes=place_program_variables,verify %s | FileCheck %s

; CHECK: ; bytes 16, alignment 8
; CHECK-NEXT: ; initial 108 0 0 0 0 0 0 0 255 255 255 255 255 255 255 255
@distant = addrspace(1) global ptr addrspace(1)
  getelementptr (i32, ptr addrspace(1) inttoptr (i64 100 to ptr addrspace(1)), i64 2), align 8
@last = addrspace(1) global ptr addrspace(1) inttoptr (i64 -1 to ptr addrspace(1)), align 8

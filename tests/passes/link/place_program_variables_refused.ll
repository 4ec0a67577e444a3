; The initial value is an address that only the loader would know.
; RUN: pass_opt --passes=place_program_variables,verify %s | FileCheck %s

; CHECK: ; error: the initializer of program scope variable 'pointer' is not a constant that is known before the program runs
@elsewhere = external addrspace(1) global i32
@pointer = addrspace(1) global ptr addrspace(1) @elsewhere, align 8

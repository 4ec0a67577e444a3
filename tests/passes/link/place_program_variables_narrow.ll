; The initial value contains half of an address. The runtime writes whole addresses.
; RUN: pass_opt --passes=place_program_variables,verify %s | FileCheck %s

; CHECK: ; error: the initializer of program scope variable 'halves' is not a constant that is known before the program runs
@number = addrspace(1) global i32 5, align 4
@halves = addrspace(1) global [2 x i32] [i32 ptrtoint (ptr addrspace(1) @number to i32), i32 -1], align 4

; A kernel's module knows the program's variables but not their values, because other kernels write them.
; RUN: pass_opt --passes=forget_initial_values,verify %s | FileCheck %s

; CHECK: @counter = external {{.*}}addrspace(1) global i32, align 4 #{{[0-9]+}}
@counter = internal addrspace(1) global i32 7, align 4 #0
; Constants may be read at compile time.
; CHECK: @table = internal addrspace(2) constant i32 9, align 4 #{{[0-9]+}}
@table = internal addrspace(2) constant i32 9, align 4 #1
; CHECK: @local = internal addrspace(3) global i32 poison
@local = internal addrspace(3) global i32 poison, align 4

attributes #0 = { "lanewise-offset"="0" }
attributes #1 = { "lanewise-offset"="8" }

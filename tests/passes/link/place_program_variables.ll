; Variables in the global address space get places in one block, and so do constants that refer to them or that they
; refer to. The block's image holds the initial values up to the last byte that is not zero.
; RUN: pass_opt --passes=place_program_variables,verify %s | FileCheck %s

; CHECK: ; bytes 48, alignment 8
; CHECK-NEXT: ; initial 7 0 0 0 0 0 0 0 1 0 2 0 3 0
; CHECK: ; pointer at 16 to 10
; CHECK: ; pointer at 32 to 0
; CHECK-NOT: pointer

; CHECK: @number = {{.*}}i32 7, align 4 #[[AT0:[0-9]+]]
@number = addrspace(1) global i32 7, align 4
; CHECK: @shorts = {{.*}}[3 x i16] {{.*}}, align 8 #[[AT8:[0-9]+]]
@shorts = addrspace(1) global [3 x i16] [i16 1, i16 2, i16 3], align 8
; CHECK: @second = {{.*}}, align 8 #[[AT16:[0-9]+]]
@second = addrspace(1) global ptr addrspace(1) getelementptr (i8, ptr addrspace(1) @shorts, i64 2), align 8
; CHECK: @zero = {{.*}}, align 8 #[[AT24:[0-9]+]]
@zero = addrspace(1) global i64 0, align 8
; CHECK: @table = {{.*}}, align 8 #[[AT32:[0-9]+]]
@table = addrspace(2) constant [2 x ptr addrspace(1)] [ptr addrspace(1) @number, ptr addrspace(1) null], align 8
; A constant without references to or from variables stays where it is, and so does a declaration.
; CHECK: @alone = addrspace(2) constant i32 9, align 4{{$}}
@alone = addrspace(2) constant i32 9, align 4
; CHECK: @elsewhere = external addrspace(1) global i32{{$}}
@elsewhere = external addrspace(1) global i32

; CHECK-DAG: attributes #[[AT0]] = { "lanewise-offset"="0" }
; CHECK-DAG: attributes #[[AT8]] = { "lanewise-offset"="8" }
; CHECK-DAG: attributes #[[AT16]] = { "lanewise-offset"="16" }
; CHECK-DAG: attributes #[[AT24]] = { "lanewise-offset"="24" }
; CHECK-DAG: attributes #[[AT32]] = { "lanewise-offset"="32" }

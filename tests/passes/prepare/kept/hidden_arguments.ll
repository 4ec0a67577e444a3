; Called functions get ids, and variables that the kernel places, as arguments from the kernel down.
; RUN: pass_opt --passes=hidden_arguments,verify %s | FileCheck %s

@k.v = internal addrspace(3) global [4 x i32] poison
@program = internal addrspace(1) global i32 0 #2
@table = internal addrspace(2) constant [2 x i32] [i32 1, i32 2]

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: %[[ID:.*]] = call i64 @ocl.global_id(i32 0)
; CHECK-DAG: %[[SIZE:.*]] = call i64 @ocl.local_size(i32 1)
; CHECK: %x = call i64 @outer(i64 7, {{.*}}i64 %[[ID]]{{.*}}ptr addrspace(3) @k.v
; CHECK: ret void
define spir_kernel void @k(ptr addrspace(1) %out) {
  %x = call i64 @outer(i64 7)
  store i64 %x, ptr addrspace(1) %out
  ret void
}

; CHECK-LABEL: define internal i64 @outer(i64 %x,
; CHECK-SAME: i64 "lanewise-hidden"="ocl.local_size" %local_size.1
; CHECK: call i64 @inner(i64 %x, i64 %global_id.0, ptr addrspace(3) %k.v, ptr addrspace(1) %program)
; CHECK: call i64 @inner(i64 %{{.*}}, i64 %global_id.0, ptr addrspace(3) %k.v, ptr addrspace(1) %program)
; CHECK: @ocl.printf
define internal i64 @outer(i64 %x) #0 {
  %s = call i64 @ocl.local_size(i32 1)
  %a = call i64 @inner(i64 %x)
  %b = call i64 @inner(i64 %a)
  %c = add i64 %b, %s
  %p = call i32 (ptr addrspace(2), ...) @ocl.printf(ptr addrspace(2) @table, i64 %c)
  ret i64 %c
}

; Variables in the image stay where they are.
; CHECK-LABEL: define internal i64 @inner(i64 %y, i64 "lanewise-hidden"="ocl.global_id" %global_id.0, ptr addrspace(3) %k.v, ptr addrspace(1) %program)
; CHECK-NOT: @ocl.
; CHECK: getelementptr {{.*}}ptr addrspace(3) %k.v
; CHECK: load i32, ptr addrspace(2) @table
; CHECK: atomicrmw add ptr addrspace(1) %program
define internal i64 @inner(i64 %y) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %j = call i64 @ocl.global_id(i32 0)
  store i32 5, ptr addrspace(3) getelementptr (i8, ptr addrspace(3) @k.v, i64 4)
  %t = load i32, ptr addrspace(2) @table
  %old = atomicrmw add ptr addrspace(1) @program, i32 %t monotonic
  %s = add i64 %i, %j
  %r = add i64 %s, %y
  ret i64 %r
}

; CHECK: "lanewise-communicates"
declare i64 @ocl.global_id(i32) #1
declare i64 @ocl.local_size(i32) #1
declare i32 @ocl.printf(ptr addrspace(2), ...)

attributes #0 = { noinline "lanewise-called" }
attributes #1 = { nounwind memory(none) }
attributes #2 = { "lanewise-offset"="16" }

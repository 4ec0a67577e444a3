; A private array whose accesses differ in size: each lane has a contiguous copy.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)

; Accesses of different sizes: the copies follow each other, 32 bytes from lane to lane.
; CHECK-LABEL: define spir_kernel void @mixed.full(
; CHECK: %array = alloca [512 x i8], align 64
; CHECK: <i64 0, i64 32, i64 64,
define spir_kernel void @mixed(ptr addrspace(1) %p, i64 %n, i32 %x) #0 {
  %array = alloca [8 x i32]
  %i = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr %array, i64 %n
  store i32 %x, ptr %a
  %b = getelementptr i8, ptr %array, i64 3
  %v = load i8, ptr %b
  %at = getelementptr i8, ptr addrspace(1) %p, i64 %i
  store i8 %v, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

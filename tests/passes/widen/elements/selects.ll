; A select chooses per lane, or among whole values.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; A varying condition selects per lane, a uniform one among whole values. A select between pointers gives a vector of
; pointers.
; CHECK-LABEL: define spir_kernel void @choose.full(
; CHECK: select <16 x i1> %{{.*}}, <16 x i32> %{{.*}}, <16 x i32>
; CHECK: select i1 %same, i32 %n, i32 7
; CHECK: select <16 x i1> %{{.*}}, <16 x ptr addrspace(1)>
define spir_kernel void @choose(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %k = mul i32 %t, %t
  %c = icmp ult i32 %k, %n
  %x = select i1 %c, i32 %k, i32 3
  %same = icmp eq i32 %n, 4
  %y = select i1 %same, i32 %n, i32 7
  %z = add i32 %x, %y
  %where = select i1 %c, ptr addrspace(1) %p, ptr addrspace(1) %q
  %at = getelementptr i32, ptr addrspace(1) %where, i64 %i
  store i32 %z, ptr addrspace(1) %at
  ret void
}

; A select between equal uniform values stays uniform, whatever the condition.
; CHECK-LABEL: define spir_kernel void @no_choice.full(
; CHECK: %[[SPLAT:.*]] = insertelement <16 x i32> poison, i32 %n, i64 0
; CHECK-NEXT: %[[LANES:.*]] = shufflevector <16 x i32> %[[SPLAT]]
; CHECK: store <16 x i32> %[[LANES]]
define spir_kernel void @no_choice(ptr addrspace(1) %p, i32 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %at = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %at
  %c = icmp eq i32 %v, 3
  %x = select i1 %c, i32 %n, i32 %n
  store i32 %x, ptr addrspace(1) %at
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

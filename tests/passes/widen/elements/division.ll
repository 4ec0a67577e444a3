; Integers are divided as floating-point numbers; a uniform divisor is replaced by its reciprocal.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: define spir_kernel void @quotients.full(
; CHECK: %[[A:.*]] = sitofp <16 x i32> %{{.*}} to <16 x double>
; CHECK: %[[B:.*]] = sitofp <16 x i32> %{{.*}} to <16 x double>
; CHECK: %[[Q:.*]] = fdiv <16 x double> %[[A]], %[[B]]
; CHECK: fptosi <16 x double> %[[Q]] to <16 x i32>
; CHECK-NOT: sdiv
; CHECK-LABEL: define spir_kernel void @quotients.tail(
define spir_kernel void @quotients(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %x = load i32, ptr addrspace(1) %a
  %y = load i32, ptr addrspace(1) %b
  %z = sdiv i32 %x, %y
  store i32 %z, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: define spir_kernel void @remainders.full(
; CHECK: uitofp i32 %n to double
; CHECK: %[[ONE:.*]] = fdiv double 0x3FF0000000001000, %{{.*}}
; CHECK: %[[Q:.*]] = fmul <16 x double>
; CHECK: %[[I:.*]] = fptoui <16 x double> %[[Q]] to <16 x i32>
; CHECK: %[[M:.*]] = mul <16 x i32> %[[I]], %{{.*}}
; CHECK: sub <16 x i32> %{{.*}}, %[[M]]
; CHECK-LABEL: define spir_kernel void @remainders.tail(
define spir_kernel void @remainders(ptr addrspace(1) %p, i32 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %x = load i32, ptr addrspace(1) %a
  %z = urem i32 %x, %n
  store i32 %z, ptr addrspace(1) %a
  ret void
}

; Long integers are divided in two steps; a uniform divisor is replaced by its reciprocal.
; CHECK-LABEL: define spir_kernel void @long_ones.full(
; CHECK: %[[D:.*]] = uitofp i64 %n to double
; CHECK: %[[R:.*]] = fdiv double {{.*}}, %[[D]]
; CHECK: %[[P:.*]] = fmul <16 x double>
; CHECK: %[[Q:.*]] = fptoui <16 x double> %[[P]] to <16 x i64>
; CHECK: %[[M:.*]] = mul <16 x i64> %[[Q]], %{{.*}}
; CHECK: %[[REST:.*]] = sub <16 x i64> %{{.*}}, %[[M]]
; CHECK: uitofp <16 x i64> %[[REST]] to <16 x double>
; CHECK: %[[MORE:.*]] = icmp uge <16 x i64>
; CHECK: select <16 x i1> %[[MORE]]
; CHECK-LABEL: define spir_kernel void @long_ones.tail(
define spir_kernel void @long_ones(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %x = load i64, ptr addrspace(1) %a
  %z = urem i64 %x, %n
  store i64 %z, ptr addrspace(1) %a
  ret void
}

; If the dividend is known to fit 32 bits, one 32-bit step suffices for any divisor. The divisor is not truncated before
; its conversion.
; CHECK-LABEL: define spir_kernel void @words.full(
; CHECK: %[[X:.*]] = trunc <16 x i64> %{{.*}} to <16 x i32>
; CHECK: %[[A:.*]] = uitofp <16 x i32> %[[X]] to <16 x double>
; CHECK: uitofp i64 %n to double
; CHECK: %[[P:.*]] = fmul <16 x double> %[[A]], %{{.*}}
; CHECK: %[[Q:.*]] = fptoui <16 x double> %[[P]] to <16 x i32>
; CHECK: %[[M:.*]] = mul <16 x i32> %[[Q]], %{{.*}}
; CHECK: %[[R:.*]] = sub <16 x i32> %[[X]], %[[M]]
; CHECK: zext <16 x i32> %[[R]] to <16 x i64>
; CHECK-NOT: uitofp <16 x i64>
; CHECK-LABEL: define spir_kernel void @words.tail(
define spir_kernel void @words(ptr addrspace(1) %p, i64 %n) #0 {
  %i = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %j = add i64 %i, 5
  %z = urem i64 %j, %n
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  store i64 %z, ptr addrspace(1) %a
  ret void
}

; The same holds for constants, which code generation would divide lane by lane. It shifts for powers of two.
; CHECK-LABEL: define spir_kernel void @by_constants.full(
; CHECK: fmul <16 x double> %{{.*}}, splat (double 0x3FC249249249248
; CHECK: sdiv <16 x i64> %{{.*}}, splat (i64 -8)
; CHECK-NOT: {{udiv|sdiv}}
; CHECK-LABEL: define spir_kernel void @by_constants.tail(
define spir_kernel void @by_constants(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %x = load i64, ptr addrspace(1) %a
  %y = udiv i64 %x, 7
  %z = sdiv i64 %y, -8
  store i64 %z, ptr addrspace(1) %a
  ret void
}

; Short integers fit into floats; constants are left to code generation.
; CHECK-LABEL: define spir_kernel void @others.full(
; CHECK: fdiv <16 x float>
; CHECK: trunc <16 x i32> %{{.*}} to <16 x i8>
; CHECK: udiv <16 x i8> %{{.*}}, splat (i8 7)
; CHECK-LABEL: define spir_kernel void @others.tail(
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i8, ptr addrspace(1) %q, i64 %i
  %x = load i8, ptr addrspace(1) %a
  %y = load i8, ptr addrspace(1) %b
  %z = udiv i8 %x, %y
  %w = udiv i8 %z, 7
  store i8 %w, ptr addrspace(1) %a
  ret void
}

; AVX2 divides unsigned 32-bit numbers as doubles too, longer ones one by one.
; CHECK-LABEL: define spir_kernel void @with_avx2.full(
; CHECK: %[[A:.*]] = uitofp <16 x i32> %{{.*}} to <16 x double>
; CHECK: %[[B:.*]] = uitofp <16 x i32> %{{.*}} to <16 x double>
; CHECK: fdiv <16 x double> %[[A]], %[[B]]
; CHECK: udiv <16 x i64>
; CHECK-LABEL: define spir_kernel void @with_avx2.tail(
define spir_kernel void @with_avx2(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) #1 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %i
  %c = getelementptr i64, ptr addrspace(1) %r, i64 %i
  %x = load i32, ptr addrspace(1) %a
  %y = load i32, ptr addrspace(1) %b
  %z = udiv i32 %x, %y
  store i32 %z, ptr addrspace(1) %a
  %v = load i64, ptr addrspace(1) %c
  %long = zext i32 %y to i64
  %w = udiv i64 %v, %long
  store i64 %w, ptr addrspace(1) %c
  ret void
}
attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }
attributes #1 = { "lanewise-lanes"="16" "target-features"="+avx2" }

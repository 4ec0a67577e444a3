; Loads whose lanes share elements with their neighbours become a window of memory and a permutation of it.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; A ramp divided by a power of two: the first lane's remainder gives the distance of each lane.
; CHECK-LABEL: define spir_kernel void @halves.full(
; CHECK: and i32 %{{.*}}, 1
; CHECK: lshr <16 x i32>
; CHECK: lshr i32
; CHECK-NEXT: %[[HALF:.*]] = lshr i32
; CHECK-NEXT: %[[SUM:.*]] = add i32 %[[HALF]], %base
; CHECK-NEXT: %[[PLACE:.*]] = freeze i32 %[[SUM]]
; CHECK-NOT: extractelement
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %[[PLACE]], i32 8)
; CHECK: br i1 %{{.*}}, label %{{.*}}, label
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: call <16 x float> @llvm.masked.gather
; First and last lane are those of the active lanes.
; CHECK-LABEL: define spir_kernel void @halves.tail(
; CHECK: %[[MORE:.*]] = or i32 %{{.*}}, 65536
; CHECK-NEXT: %[[LOW:.*]] = call i32 @llvm.cttz.i32(i32 %[[MORE]], i1 true)
; CHECK-NEXT: and i32 %[[LOW]], 15
; CHECK: %[[TWICE:.*]] = or i32 %{{.*}}, 1
; CHECK-NEXT: %[[ABOVE:.*]] = call i32 @llvm.ctlz.i32(i32 %[[TWICE]], i1 true)
; CHECK-NEXT: %[[HIGH:.*]] = sub i32 30, %[[ABOVE]]
; CHECK-NEXT: and i32 %[[HIGH]], 15
; CHECK: call <16 x float> @llvm.masked.load
define spir_kernel void @halves(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %base) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc nuw i64 %id to i32
  %half = lshr i32 %i, 1
  %index = add i32 %half, %base
  %wide = zext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

; For other divisors, or for a ramp that may wrap around, the distance is tested.
; CHECK-LABEL: define spir_kernel void @thirds.full(
; CHECK: %[[THIRD:.*]] = udiv <16 x i32>
; CHECK: %[[SUM:.*]] = add <16 x i32> %[[THIRD]],
; CHECK: %[[INDEX:.*]] = freeze <16 x i32> %[[SUM]]
; CHECK-NEXT: %[[PART:.*]] = freeze <16 x i32> %[[THIRD]]
; CHECK-NEXT: %[[FIRST:.*]] = extractelement <16 x i32> %[[PART]], i32 0
; CHECK-NEXT: %[[END:.*]] = extractelement <16 x i32> %[[PART]], i32 15
; CHECK-NEXT: %[[LAST:.*]] = sub i32 %[[END]], %[[FIRST]]
; CHECK: %[[FROM:.*]] = sub <16 x i32> %[[PART]],
; CHECK: icmp ule <16 x i32> %[[FROM]],
; CHECK: %[[PLACE:.*]] = extractelement <16 x i32> %[[INDEX]], i32 0
; CHECK: icmp ult i32 %[[LAST]], 16
; CHECK: call { i32, i1 } @llvm.uadd.with.overflow.i32(i32 %[[PLACE]], i32 15)
; CHECK: br i1 %{{.*}}, label %{{.*}}, label
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call <16 x i32> @llvm.x86.avx512.permvar.si.512(
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @thirds.tail(
define spir_kernel void @thirds(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %base) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %third = udiv i32 %i, 3
  %index = add i32 %third, %base
  %wide = zext i32 %index to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

; The first of each pair: all lie within a register unless the first lane is the second of its pair. An index as wide as
; addresses does not wrap around.
; CHECK-LABEL: define spir_kernel void @pairs.full(
; CHECK: %[[REST:.*]] = and i64 %{{.*}}, 1
; CHECK: %[[FIT:.*]] = icmp ult i32 %{{.*}}, 16
; CHECK-NOT: with.overflow
; CHECK: br i1 %[[FIT]], label %{{.*}}, label
; CHECK: call <16 x float> @llvm.masked.load
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @pairs.tail(
define spir_kernel void @pairs(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %even = and i64 %id, -2
  %a = getelementptr float, ptr addrspace(1) %p, i64 %even
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

; Two steps for each three lanes exceed a register. Another factor is unknown.
; CHECK-LABEL: define spir_kernel void @others.full(
; CHECK-NOT: permvar
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-NOT: permvar
; CHECK: call <16 x float> @llvm.masked.gather
; CHECK-LABEL: define spir_kernel void @others.tail(
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(1) %q, i32 %n) #0 {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %half = lshr i32 %i, 1
  %thrice = mul i32 %half, 3
  %wide = zext i32 %thrice to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %wide
  %v = load float, ptr addrspace(1) %a
  %row = mul i32 %half, %n
  %far = zext i32 %row to i64
  %d = getelementptr float, ptr addrspace(1) %p, i64 %far
  %u = load float, ptr addrspace(1) %d
  %s = fadd float %u, %v
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %s, ptr addrspace(1) %b
  ret void
}

; If registers are narrower than all lanes, the window consists of several registers.
; CHECK-LABEL: define spir_kernel void @short_registers.full(
; CHECK-COUNT-2: call <8 x float> @llvm.masked.load
; CHECK-COUNT-2: call <8 x i32> @llvm.x86.avx2.permd(
; CHECK-LABEL: define spir_kernel void @short_registers.tail(
define spir_kernel void @short_registers(ptr addrspace(1) %p, ptr addrspace(1) %q) #1 {
  %id = call i64 @ocl.global_id(i32 0)
  %half = lshr i64 %id, 1
  %a = getelementptr float, ptr addrspace(1) %p, i64 %half
  %v = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %q, i64 %id
  store float %v, ptr addrspace(1) %b
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }
attributes #1 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

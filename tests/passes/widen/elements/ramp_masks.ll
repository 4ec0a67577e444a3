; If lanes fill four registers, comparisons of a value that grows by one become shifts of a bit mask with one bit for
; each lane.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i1 @ocl.any(i1)

; Lanes below a bound; the tail's mask is computed in the same way.
; CHECK-LABEL: define spir_kernel void @below.full(
; CHECK: %[[NONE:.*]] = icmp sle i64 %n, %i
; CHECK-NEXT: %[[FAR:.*]] = sub i64 %n, %i
; CHECK-NEXT: %[[OFF:.*]] = call i64 @llvm.usub.sat.i64(i64 64, i64 %[[FAR]])
; CHECK-NEXT: %[[ONES:.*]] = lshr i64 -1, %[[OFF]]
; CHECK-NEXT: %[[BITS:.*]] = select i1 %[[NONE]], i64 0, i64 %[[ONES]]
; CHECK-NEXT: bitcast i64 %[[BITS]] to <64 x i1>
; CHECK-NOT: icmp{{.*}}<64 x i64>
; CHECK-LABEL: define spir_kernel void @below.tail(
; CHECK: %[[REST:.*]] = trunc i64 %{{.*}} to i32
; CHECK: %[[FAR:.*]] = sub i32 %[[REST]], 0
; CHECK-NEXT: %[[LIVE:.*]] = zext i32 %[[FAR]] to i64
; CHECK-NEXT: call i64 @llvm.usub.sat.i64(i64 64, i64 %[[LIVE]])
; CHECK: %live = bitcast i64 %{{.*}} to <64 x i1>
; CHECK-NOT: icmp{{.*}}<64 x i64>
define spir_kernel void @below(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp slt i64 %i, %n
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; The bound is included; the ramp may be the right operand.
; CHECK-LABEL: define spir_kernel void @up_to.full(
; CHECK: %[[NONE:.*]] = icmp slt i64 %n, %i
; CHECK: call i64 @llvm.usub.sat.i64(i64 63, i64
; CHECK: select i1 %[[NONE]], i64 0
define spir_kernel void @up_to(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp sge i64 %n, %i
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; The condition holds for all lanes except one.
; CHECK-LABEL: define spir_kernel void @others.full(
; CHECK: %[[LANE:.*]] = sub i64 7, %i
; CHECK-NEXT: %[[HERE:.*]] = icmp ult i64 %[[LANE]], 64
; CHECK-NEXT: %[[ONE:.*]] = shl i64 1, %[[LANE]]
; CHECK-NEXT: %[[IT:.*]] = select i1 %[[HERE]], i64 %[[ONE]], i64 0
; CHECK-NEXT: xor i64 %[[IT]], -1
define spir_kernel void @others(ptr addrspace(1) %p) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp ne i64 %i, 7
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; A value that may wrap around, or that grows by two, is compared lane by lane.
; CHECK-LABEL: define spir_kernel void @wraps.full(
; CHECK: icmp ult <64 x i32>
; CHECK: icmp ult <64 x i64>
define spir_kernel void @wraps(ptr addrspace(1) %p, i32 %m, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %j = trunc i64 %i to i32
  %k = add i32 %j, 7
  %c = icmp ult i32 %k, %m
  %two = shl nuw nsw i64 %i, 1
  %d = icmp ult i64 %two, %n
  %e = and i1 %c, %d
  %some = call i1 @ocl.any(i1 %e)
  br i1 %some, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; With two registers of lanes, plain comparisons are as fast.
; CHECK-LABEL: define spir_kernel void @two_registers.full(
; CHECK: icmp slt <32 x i32>
define spir_kernel void @two_registers(ptr addrspace(1) %p, i32 %n) #1 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %j = trunc nuw nsw i64 %i to i32
  %c = icmp slt i32 %j, %n
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; In loops integer registers are needed for other values.
; CHECK-LABEL: define spir_kernel void @looping.full(
; CHECK: icmp slt <64 x i64>
define spir_kernel void @looping(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %m = sub i64 %n, %k
  %c = icmp slt i64 %i, %m
  %some = call i1 @ocl.any(i1 %c)
  %next = add i64 %k, 1
  br i1 %some, label %loop, label %end
end:
  ret void
}

; Without mask registers, blends use the comparisons directly.
; CHECK-LABEL: define spir_kernel void @avx2.full(
; CHECK: icmp slt <64 x i64>
define spir_kernel void @avx2(ptr addrspace(1) %p, i64 %n) #2 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp slt i64 %i, %n
  %some = call i1 @ocl.any(i1 %c)
  br i1 %some, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="64" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }
attributes #1 = { "lanewise-lanes"="32" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }
attributes #2 = { "lanewise-lanes"="64" "target-features"="+avx2" }

; A vote of all lanes on a comparison of a growing value is decided by the last lane. In the tail this lane may be dead,
; and the answer is false.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i1 @ocl.all(i1)

; CHECK-LABEL: define spir_kernel void @below.full(
; CHECK: %[[SUM:.*]] = call { i64, i1 } @llvm.sadd.with.overflow.i64(i64 %i, i64 15)
; CHECK-NEXT: %[[WRAPS:.*]] = extractvalue { i64, i1 } %[[SUM]], 1
; CHECK-NEXT: %[[FITS:.*]] = xor i1 %[[WRAPS]], true
; CHECK-NEXT: %[[LAST:.*]] = extractvalue { i64, i1 } %[[SUM]], 0
; CHECK-NEXT: %[[BELOW:.*]] = icmp slt i64 %[[LAST]], %n
; CHECK-NEXT: %[[EACH:.*]] = and i1 %[[FITS]], %[[BELOW]]
; CHECK-NEXT: br i1 %[[EACH]], label %then, label %end
; CHECK-LABEL: define spir_kernel void @below.tail(
; CHECK: br i1 false, label %then, label %end
define spir_kernel void @below(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp slt i64 %i, %n
  %each = call i1 @ocl.all(i1 %c)
  br i1 %each, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; For a lower bound the first lane decides; two comparisons are decided separately.
; CHECK-LABEL: define spir_kernel void @between.full(
; CHECK: icmp sge i64 %i, %low
; CHECK: icmp slt i64 %{{.*}}, %high
; CHECK: select i1 %{{.*}}, i1 %{{.*}}, i1 false
; CHECK-NEXT: br i1
; CHECK-LABEL: define spir_kernel void @between.tail(
define spir_kernel void @between(ptr addrspace(1) %p, i64 %low, i64 %high) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp sge i64 %i, %low
  %d = icmp slt i64 %i, %high
  %both = select i1 %c, i1 %d, i1 false
  %each = call i1 @ocl.all(i1 %both)
  br i1 %each, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

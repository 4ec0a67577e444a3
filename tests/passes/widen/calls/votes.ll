; Votes test the live lanes, never the rest of a partial chunk. A condition is frozen, because it may be poison in
; inactive lanes.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i1 @ocl.any(i1)
declare i1 @ocl.all(i1)
declare i1 @ocl.uniform(i1)

; CHECK-LABEL: define spir_kernel void @any.tail(
; CHECK: %live = icmp ult <16 x i32>
; CHECK: %[[C:.*]] = freeze <16 x i1>
; CHECK-NEXT: %[[ON:.*]] = and <16 x i1> %[[C]], %live
; CHECK-NEXT: %[[BITS:.*]] = bitcast <16 x i1> %[[ON]] to i16
; CHECK-NEXT: icmp ne i16 %[[BITS]], 0
define spir_kernel void @any(ptr addrspace(1) %p, i64 %n) #0 {
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

; Inactive lanes agree with everything.
; CHECK-LABEL: define spir_kernel void @all.full(
; CHECK: %[[MASK:.*]] = freeze <16 x i1>
; CHECK: %[[D:.*]] = freeze <16 x i1>
; CHECK: %[[OFF:.*]] = xor <16 x i1> %[[MASK]], splat (i1 true)
; CHECK-NEXT: %[[EACH:.*]] = or <16 x i1> %[[D]], %[[OFF]]
; CHECK-NEXT: %[[BITS:.*]] = bitcast <16 x i1> %[[EACH]] to i16
; CHECK-NEXT: icmp eq i16 %[[BITS]], -1
define spir_kernel void @all(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp slt i64 %i, %n
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  %d = icmp sgt i64 %v, 5
  br label %some
some:
  call void @ocl.mask(i1 %c)
  %each = call i1 @ocl.all(i1 %d)
  br i1 %each, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Inactive lanes do not count.
; CHECK-LABEL: define spir_kernel void @uniform.full(
; CHECK: %[[UMASK:.*]] = freeze <16 x i1>
; CHECK: %[[UD:.*]] = freeze <16 x i1>
; CHECK: %[[SAY:.*]] = and <16 x i1> %[[UD]], %[[UMASK]]
; CHECK-NEXT: %[[UBITS:.*]] = bitcast <16 x i1> %[[SAY]] to i16
; CHECK-NEXT: icmp ne i16 %[[UBITS]], 0
define spir_kernel void @uniform(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp slt i64 %i, %n
  %d = icmp sgt i64 %i, 5
  br label %some
some:
  call void @ocl.mask(i1 %c)
  %same = call i1 @ocl.uniform(i1 %d)
  br i1 %same, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

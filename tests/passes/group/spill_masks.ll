; A mask that lives across a barrier is kept as bytes if the target has no mask registers.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

; CHECK-LABEL: define void @k.full(
; CHECK: %[[WIDE:.*]] = sext <8 x i1> %m to <8 x i8>
; CHECK: store <8 x i8> %[[WIDE]], ptr
; CHECK: call void @ocl.barrier(i32 1)
; CHECK: %[[BACK:.*]] = load <8 x i8>, ptr
; CHECK: %[[MASK:.*]] = icmp slt <8 x i8> %[[BACK]], zeroinitializer
; CHECK: select <8 x i1> %[[MASK]]
define void @k.full(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %at = getelementptr float, ptr addrspace(1) %p, i64 %i
  %a = load <8 x float>, ptr addrspace(1) %at
  %m = fcmp olt <8 x float> %a, zeroinitializer
  call void @ocl.barrier(i32 1)
  %r = select <8 x i1> %m, <8 x i32> splat (i32 1), <8 x i32> splat (i32 2)
  store <8 x i32> %r, ptr addrspace(1) %p
  ret void
}

declare void @ocl.barrier(i32)
declare i64 @ocl.global_id(i32)

attributes #0 = { "target-features"="+avx,+avx2" }

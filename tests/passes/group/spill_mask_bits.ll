; A mask that lives across a barrier is kept as an integer of its bits if the target has mask registers.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

; CHECK-LABEL: define void @k.full(
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %m to i8
; CHECK: store i8 %[[BITS]], ptr
; CHECK: call void @ocl.barrier(i32 1)
; CHECK: %[[BACK:.*]] = load i8, ptr
; CHECK: bitcast i8 %[[BACK]] to <8 x i1>
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

attributes #0 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl" }

; A row without active lanes uses an active row's address for masked loads and stores: memory before and after an object
; may not be mapped.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)

; CHECK-LABEL: define spir_kernel void @k.rows(
; CHECK: %[[A:.*]] = getelementptr float, ptr addrspace(1) %p, i64
; CHECK-NEXT: %[[B:.*]] = getelementptr float, ptr addrspace(1) %p, i64
; CHECK: %[[ON_B:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK-NEXT: %[[OF_B:.*]] = select i1 %[[ON_B]], ptr addrspace(1) %[[B]], ptr addrspace(1) %[[A]]
; CHECK: %[[ON_A:.*]] = icmp ne i4 %{{.*}}, 0
; CHECK-NEXT: %[[PLACE_A:.*]] = select i1 %[[ON_A]], ptr addrspace(1) %[[A]], ptr addrspace(1) %[[OF_B]]
; CHECK: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %[[PLACE_A]]
; CHECK: %[[OF_B2:.*]] = select i1 %{{.*}}, ptr addrspace(1) %[[B]], ptr addrspace(1) %[[A]]
; CHECK: %[[PLACE_B:.*]] = select i1 %{{.*}}, ptr addrspace(1) %[[B]], ptr addrspace(1) %[[OF_B2]]
; CHECK-NEXT: call <4 x float> @llvm.masked.load.v4f32.p1(ptr addrspace(1) align 4 %[[PLACE_B]]
; CHECK: select i1 %{{.*}}, ptr addrspace(1) %[[A]]
; CHECK: call void @llvm.masked.store.v4f32.p1(
define spir_kernel void @k(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %b = icmp ne i64 %y, 0
  %c = icmp ult i64 %x, %n
  %on = and i1 %b, %c
  %some = call i1 @ocl.any(i1 %on)
  br i1 %some, label %then, label %end
then:
  call void @ocl.mask(i1 %on)
  %above = sub i64 %y, 1
  %m = mul i64 %above, %n
  %i = add i64 %m, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %w = fmul float %v, %v
  store float %w, ptr addrspace(1) %a
  br label %end
end:
  ret void
}

; Addresses in loops and in local memory are left as they are.
; CHECK-LABEL: define spir_kernel void @others.rows(
; CHECK-NOT: select i1 %{{.*}}, ptr
; CHECK: ret void
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(3) %q, i64 %n) #0 {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %b = icmp ne i64 %y, 0
  %c = icmp ult i64 %x, %n
  %on = and i1 %b, %c
  %some = call i1 @ocl.any(i1 %on)
  br i1 %some, label %then, label %end
then:
  call void @ocl.mask(i1 %on)
  %m = mul i64 %y, %n
  %i = add i64 %m, %x
  %l = getelementptr float, ptr addrspace(3) %q, i64 %i
  store float 1.0, ptr addrspace(3) %l
  br label %loop
loop:
  %k = phi i64 [ 0, %then ], [ %next, %loop ]
  call void @ocl.mask(i1 %on)
  %j = add i64 %i, %k
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  store float 2.0, ptr addrspace(1) %a
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="4" "lanewise-rows"="2" "target-features"="+avx2,+avx512bw,+avx512dq,+avx512f,+avx512vl" }

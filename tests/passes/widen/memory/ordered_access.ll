; Source vectors whose elements are all treated alike stay in memory order, in pieces of W elements.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)

; A uniform vector repeats. A mask of lanes applies to all elements of a lane.
; CHECK-LABEL: define spir_kernel void @alike.full(
; CHECK: %[[B1:.*]] = load <8 x i8>, ptr addrspace(1) %a, align 1
; CHECK: getelementptr i8, ptr addrspace(1) %a, i64 24
; CHECK: load <8 x i8>
; CHECK-NEXT: %[[F1:.*]] = uitofp <8 x i8> %[[B1]] to <8 x float>
; CHECK: %[[K:.*]] = shufflevector <4 x float> %k, <4 x float> poison, <8 x i32> <i32 0, i32 1, i32 2, i32 3, i32 0, i32 1, i32 2, i32 3>
; CHECK: %[[S1:.*]] = fmul <8 x float> %[[F1]], %[[K]]
; CHECK: %[[C1:.*]] = fadd <8 x float> %[[S1]], <float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00, float 1.000000e+00, float 2.000000e+00, float 3.000000e+00, float 4.000000e+00>
; CHECK: %[[R1:.*]] = call <8 x float> @llvm.sqrt.v8f32(<8 x float> %[[C1]])
; CHECK: %[[N1:.*]] = fptoui <8 x float> %[[R1]] to <8 x i8>
; CHECK: store <8 x i8> %[[N1]], ptr addrspace(1) %b, align 1
; CHECK-NOT: shufflevector
; CHECK: ret void
; CHECK-LABEL: define spir_kernel void @alike.tail(
; CHECK: %[[P:.*]] = call <8 x i32> @llvm.masked.load.v8i32.p1({{.*}} %a, <8 x i1> %live, <8 x i32> zeroinitializer)
; CHECK: bitcast <8 x i32> %[[P]] to <32 x i8>
; CHECK: call void @llvm.masked.store.v8i32.p1({{.*}} %b, <8 x i1> %live)
define spir_kernel void @alike(ptr addrspace(1) %p, ptr addrspace(1) %q, <4 x float> %k) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x i8>, ptr addrspace(1) %p, i64 %i
  %b = getelementptr <4 x i8>, ptr addrspace(1) %q, i64 %i
  %v = load <4 x i8>, ptr addrspace(1) %a, align 4
  %f = uitofp <4 x i8> %v to <4 x float>
  %s = fmul <4 x float> %f, %k
  %c = fadd <4 x float> %s, <float 1.0, float 2.0, float 3.0, float 4.0>
  %r = call <4 x float> @llvm.sqrt.v4f32(<4 x float> %c)
  %n = fptoui <4 x float> %r to <4 x i8>
  store <4 x i8> %n, ptr addrspace(1) %b, align 4
  ret void
}

; Larger elements under a mask: each piece has the mask of its own lanes.
; CHECK-LABEL: define spir_kernel void @large.tail(
; CHECK: %[[M:.*]] = shufflevector <8 x i1> %live, {{.*}} <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: call <8 x float> @llvm.masked.load.v8f32.p1({{.*}} %a, <8 x i1> %[[M]]
; CHECK-NOT: shufflevector <8 x float>
; CHECK: ret void
define spir_kernel void @large(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %r = fadd <4 x float> %v, %v
  store <4 x float> %r, ptr addrspace(1) %a, align 16
  ret void
}

; A single component is extracted from the result in memory order: one shuffle beside four loads and stores.
; CHECK-LABEL: define spir_kernel void @component.full(
; CHECK: %[[V:.*]] = load <8 x float>
; CHECK: %[[R:.*]] = fadd <8 x float> %[[V]], %[[V]]
; CHECK: shufflevector <8 x float> %[[R]]
define spir_kernel void @component(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %r = fadd <4 x float> %v, %v
  store <4 x float> %r, ptr addrspace(1) %a, align 16
  %x = extractelement <4 x float> %r, i32 0
  store float %x, ptr addrspace(1) %b, align 4
  ret void
}

; After a loop the components are shuffled once.
; CHECK-LABEL: define spir_kernel void @sums.full(
; CHECK: loop:
; CHECK: load <8 x float>
; CHECK-NOT: shufflevector
; CHECK: br i1
; CHECK: left:
; CHECK: shufflevector <8 x float>
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %j = phi i64 [ 0, %entry ], [ %j.next, %loop ]
  %s = phi <4 x float> [ zeroinitializer, %entry ], [ %t, %loop ]
  %at = add i64 %i, %j
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %at
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %t = fadd <4 x float> %s, %v
  %j.next = add i64 %j, 1
  %c = icmp slt i64 %j.next, %n
  br i1 %c, label %loop, label %left
left:
  %e = phi <4 x float> [ %t, %loop ]
  %x = extractelement <4 x float> %e, i32 0
  %y = extractelement <4 x float> %e, i32 3
  %xy = fadd float %x, %y
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  store float %xy, ptr addrspace(1) %b, align 4
  ret void
}

; A number or a condition of a lane applies to all of its elements. Element-wise functions work in any order.
; CHECK-LABEL: define spir_kernel void @by_lane.full(
; CHECK: %[[V:.*]] = load <8 x float>, ptr addrspace(1) %a
; CHECK-NOT: shufflevector <8 x float> %[[V]]
; CHECK: call <8 x float> @_Z3expDv8_f(<8 x float> %[[V]])
; CHECK: shufflevector <8 x float> %{{.*}}, <8 x float> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: %[[M:.*]] = shufflevector <8 x i1> %{{.*}}, <8 x i1> poison, <8 x i32> <i32 0, i32 0, i32 0, i32 0, i32 1, i32 1, i32 1, i32 1>
; CHECK: select <8 x i1> %[[M]]
define spir_kernel void @by_lane(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %w) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %b = getelementptr <4 x float>, ptr addrspace(1) %q, i64 %i
  %f = getelementptr float, ptr addrspace(1) %w, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %x = load float, ptr addrspace(1) %f, align 4
  %one = insertelement <4 x float> poison, float %x, i64 0
  %all = shufflevector <4 x float> %one, <4 x float> poison, <4 x i32> zeroinitializer
  %e = call <4 x float> @_Z3expDv4_f(<4 x float> %v)
  %m = fmul <4 x float> %e, %all
  %c = fcmp olt float %x, 1.0
  %r = select i1 %c, <4 x float> %m, <4 x float> %v
  store <4 x float> %r, ptr addrspace(1) %b, align 16
  ret void
}

; Both ways need as many shuffles: components are used.
; CHECK-LABEL: define spir_kernel void @swizzle.full(
; CHECK: %[[V:.*]] = load <8 x float>, ptr addrspace(1) %a
; CHECK: shufflevector <8 x float> %[[V]]
; CHECK: fadd <8 x float>
define spir_kernel void @swizzle(ptr addrspace(1) %p, ptr addrspace(1) %q) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %i
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  %v = load <4 x float>, ptr addrspace(1) %a, align 16
  %r = fadd <4 x float> %v, %v
  %x = extractelement <4 x float> %r, i32 0
  store float %x, ptr addrspace(1) %b, align 4
  ret void
}

declare <4 x float> @_Z3expDv4_f(<4 x float>)

attributes #0 = { "lanewise-lanes"="8" "target-features"="+avx512f,+avx512bw,+avx512vl,+avx2" }

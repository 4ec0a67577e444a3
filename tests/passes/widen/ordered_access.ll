; Source vectors all of whose elements are treated alike stay in memory's order: pieces of W elements.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare <4 x float> @llvm.sqrt.v4f32(<4 x float>)

; What is the same in all lanes repeats; a mask of lanes moves a lane's elements as one.
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

; Larger elements under a mask: each piece has the lanes' masks of its own.
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

; One component by itself: all that it is connected with becomes one vector for each component.
; CHECK-LABEL: define spir_kernel void @component.full(
; CHECK: load <8 x float>
; CHECK: shufflevector <8 x float>
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

attributes #0 = { "lanewise-lanes"="8" "target-features"="+avx512f,+avx512bw,+avx512vl,+avx2" }

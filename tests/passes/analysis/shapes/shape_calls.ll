; Shapes of loads, calls, votes and atomics.
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.global_size(i32) memory(none)
declare i64 @ocl.num_groups(i32) memory(none)
declare i1 @ocl.any(i1)
declare i1 @ocl.all(i1)
declare i1 @ocl.uniform(i1)
declare i64 @ocl.chunk_lanes()
declare i32 @ocl.address_space(ptr addrspace(4)) memory(none)
declare i32 @ocl.printf(ptr addrspace(2), ...)
declare float @llvm.sqrt.f32(float)
declare i64 @llvm.smax.i64(i64, i64)
declare float @_Z3sinf(float)
declare float @_Z4fmodff(float, float)
declare float @unknown(float)
declare float @unknown_pure(float) memory(none)

; CHECK-LABEL: @loads(
define void @loads(ptr addrspace(1) %p) {
  %i = call i64 @ocl.global_id(i32 0)
; CHECK: %same = {{.*}}; uniform{{$}}
  %same = load i32, ptr addrspace(1) %p
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
; CHECK: %own = {{.*}}; varying{{$}}
  %own = load i32, ptr addrspace(1) %a
; Each lane performs its own load.
; CHECK: %volatile = {{.*}}; varying{{$}}
  %volatile = load volatile i32, ptr addrspace(1) %p
; CHECK: %atomic = {{.*}}; varying{{$}}
  %atomic = load atomic i32, ptr addrspace(1) %p monotonic, align 4
; CHECK: %added = {{.*}}; varying{{$}}
  %added = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
; CHECK: %exchanged = {{.*}}; varying{{$}}
  %exchanged = cmpxchg ptr addrspace(1) %p, i32 0, i32 1 monotonic monotonic
; CHECK: %old = {{.*}}; varying{{$}}
  %old = extractvalue { i32, i1 } %exchanged, 0
  ret void
}

; CHECK-LABEL: @calls(
define void @calls(float %x, i64 %n, ptr addrspace(2) %format) {
  %i = call i64 @ocl.global_id(i32 0)
  %f = uitofp i64 %i to float
; CHECK: %root = {{.*}}; uniform{{$}}
  %root = call float @llvm.sqrt.f32(float %x)
; CHECK: %root_by_lane = {{.*}}; varying{{$}}
  %root_by_lane = call float @llvm.sqrt.f32(float %f)
; CHECK: %largest = {{.*}}; varying{{$}}
  %largest = call i64 @llvm.smax.i64(i64 %i, i64 %n)
; Late builtins are pure, whatever their declaration says.
; CHECK: %sine = {{.*}}; uniform{{$}}
  %sine = call float @_Z3sinf(float %x)
; CHECK: %sine_by_lane = {{.*}}; varying{{$}}
  %sine_by_lane = call float @_Z3sinf(float %f)
; CHECK: %pure = {{.*}}; uniform{{$}}
  %pure = call float @unknown_pure(float %x)
; CHECK: %impure = {{.*}}; varying{{$}}
  %impure = call float @unknown(float %x)
; CHECK: %size = {{.*}}; uniform{{$}}
  %size = call i64 @ocl.global_size(i32 0)
; CHECK: %printed = {{.*}}; varying{{$}}
  %printed = call i32 (ptr addrspace(2), ...) @ocl.printf(ptr addrspace(2) %format)
; The shape of an operation follows from its traits alone.
  %generic = addrspacecast ptr addrspace(2) %format to ptr addrspace(4)
; CHECK: %space = {{.*}}; varying{{$}}
  %space = call i32 @ocl.address_space(ptr addrspace(4) %generic)
; CHECK: %lanes = {{.*}}; uniform{{$}}
  %lanes = call i64 @ocl.chunk_lanes()
  ret void
}

; A vote gives one result for all lanes, whatever its operand.
; CHECK-LABEL: @votes(
define void @votes(i64 %n) {
  %i = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %i, %n
; CHECK: %any = {{.*}}; uniform{{$}}
  %any = call i1 @ocl.any(i1 %c)
; CHECK: %all = {{.*}}; uniform{{$}}
  %all = call i1 @ocl.all(i1 %c)
; CHECK: %one = {{.*}}; uniform{{$}}
  %one = call i1 @ocl.uniform(i1 %c)
  ret void
}

; Source vectors have one shape for the whole vector.
; CHECK-LABEL: @vectors(
define void @vectors(<4 x float> %v, i32 %k) {
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
; CHECK: %element = {{.*}}; uniform{{$}}
  %element = extractelement <4 x float> %v, i32 %k
; CHECK: %by_lane = {{.*}}; varying{{$}}
  %by_lane = extractelement <4 x float> %v, i32 %t
; CHECK: %with = {{.*}}; varying{{$}}
  %with = insertelement <4 x i32> zeroinitializer, i32 %t, i32 0
; CHECK: %shuffled = {{.*}}; uniform{{$}}
  %shuffled = shufflevector <4 x float> %v, <4 x float> poison, <2 x i32> <i32 1, i32 0>
  ret void
}

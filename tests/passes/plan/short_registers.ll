; Decisions that differ with 16 registers, no mask registers, and gathers made of loads.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,MIDDLE

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)
declare float @exp_of(float) memory(none) nounwind willreturn
declare <4 x float> @exp_of_four(<4 x float>) memory(none) nounwind willreturn

; A loop that lanes leave at different times has two gathers for eight operations.
; CHECK-LABEL: plan of 'two_gathers'
; WIDE-NEXT: scalar: no
; MIDDLE-NEXT: scalar: divergent gather loop
define spir_kernel void @two_gathers(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %start = mul i64 %i, %i
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %at = phi i64 [ %start, %entry ], [ %to, %loop ]
  call void @ocl.mask(i1 %live)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  %first = load i64, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %first
  %second = load i64, ptr addrspace(1) %b
  %x1 = mul i64 %second, 5
  %x2 = xor i64 %x1, %at
  %x3 = add i64 %x2, %first
  %x4 = urem i64 %x3, %n
  %to = mul i64 %at, %n
  %c = icmp ne i64 %x4, 0
  %on = select i1 %live, i1 %c, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  ret void
}

; Each work-item walks along a row of vectors. Blocks of rows are used with AVX-512 only.
; CHECK-LABEL: plan of 'rows_of_vectors'
; WIDE-NEXT: scalar: no
; MIDDLE-NEXT: scalar: the source's vectors are not contiguous across work-items
define spir_kernel void @rows_of_vectors(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = add i64 %row, %k
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %at
  %v = load <4 x float>, ptr addrspace(1) %a
  %square = fmul <4 x float> %v, %v
  %more = fadd <4 x float> %sum, %square
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Adjacent vectors need no gathers.
; CHECK-LABEL: plan of 'vectors_side_by_side'
; CHECK-NEXT: scalar: no
define spir_kernel void @vectors_side_by_side(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %row = mul nuw nsw i64 %k, %n
  %at = add nuw nsw i64 %row, %i
  %a = getelementptr inbounds <4 x float>, ptr addrspace(1) %p, i64 %at
  %v = load <4 x float>, ptr addrspace(1) %a
  %square = fmul <4 x float> %v, %v
  %more = fadd <4 x float> %sum, %square
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Rows that wait for each other at barriers do not run together.
; CHECK-LABEL: plan of 'window_of_groups'
; WIDE: rows: 2
; MIDDLE: rows: 1{{$}}
define spir_kernel void @window_of_groups(ptr addrspace(1) %q, ptr addrspace(1) %f, i64 %n) "lanewise-for_rows" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  call void @ocl.barrier(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %a = getelementptr float, ptr addrspace(1) %f, i64 %k
  %c1 = load float, ptr addrspace(1) %a
  %c2 = fmul float %c1, %c1
  %c3 = fadd float %c2, %c1
  %c4 = fmul float %c3, %c2
  %c5 = fadd float %c4, %c3
  %c6 = fmul float %c5, %c4
  %down = add i64 %y, %k
  %row = mul i64 %down, %n
  %at = add i64 %row, %x
  %b = getelementptr float, ptr addrspace(1) %q, i64 %at
  %w = load float, ptr addrspace(1) %b
  %more = fadd float %sum, %w
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Rows that leave the loop at different times do not run together either, even with mask registers.
; CHECK-LABEL: plan of 'bags'
; CHECK: rows: 1{{$}}
define spir_kernel void @bags(ptr addrspace(1) %q, ptr addrspace(1) %ends, i64 %n) "lanewise-for_rows" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %e = getelementptr i64, ptr addrspace(1) %ends, i64 %y
  %end_of_bag = load i64, ptr addrspace(1) %e
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  call void @ocl.mask(i1 %live)
  %c1 = mul i64 %k, %k
  %c2 = xor i64 %c1, %k
  %c3 = mul i64 %c2, %c1
  %c4 = xor i64 %c3, %c2
  %c5 = and i64 %c4, 255
  %row = mul i64 %c5, %n
  %at = add i64 %row, %x
  %b = getelementptr float, ptr addrspace(1) %q, i64 %at
  %w = load float, ptr addrspace(1) %b
  %more = fadd float %sum, %w
  %next = add i64 %k, 1
  %in = icmp ult i64 %next, %end_of_bag
  %on = select i1 %live, i1 %in, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  ret void
}

; A group of 256 work-items fills a tile of 484: each work-item runs one or two rounds.
; CHECK-LABEL: plan of 'fills_a_tile'
; CHECK-NEXT: scalar: no
define spir_kernel void @fills_a_tile(ptr addrspace(1) %p, ptr addrspace(3) %tile) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %after ]
  %at = phi i64 [ %i, %entry ], [ %to, %after ]
  call void @ocl.mask(i1 %live)
  %c = icmp samesign ult i64 %at, 484
  %on = select i1 %live, i1 %c, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %body, label %after
body:
  call void @ocl.mask(i1 %on)
  %x = urem i64 %at, 22
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %x
  %first = load i8, ptr addrspace(1) %a
  %y = udiv i64 %at, 22
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %y
  %second = load i8, ptr addrspace(1) %b
  %less = sub i8 %first, %second
  %t = getelementptr i8, ptr addrspace(3) %tile, i64 %at
  store i8 %less, ptr addrspace(3) %t
  %next = add nuw nsw i64 %at, 256
  br label %after
after:
  %to = phi i64 [ %next, %body ], [ poison, %loop ]
  br i1 %any, label %loop, label %end
end:
  ret void
}

; Data determine the end: some work-items may run no round.
; CHECK-LABEL: plan of 'goes_to_an_end'
; MIDDLE-NEXT: scalar: divergent gather loop
define spir_kernel void @goes_to_an_end(ptr addrspace(1) %p, ptr addrspace(3) %tile, i64 %n) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %after ]
  %at = phi i64 [ %i, %entry ], [ %to, %after ]
  call void @ocl.mask(i1 %live)
  %c = icmp samesign ult i64 %at, %n
  %on = select i1 %live, i1 %c, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %body, label %after
body:
  call void @ocl.mask(i1 %on)
  %x = urem i64 %at, 22
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %x
  %first = load i8, ptr addrspace(1) %a
  %y = udiv i64 %at, 22
  %b = getelementptr i8, ptr addrspace(1) %p, i64 %y
  %second = load i8, ptr addrspace(1) %b
  %less = sub i8 %first, %second
  %t = getelementptr i8, ptr addrspace(3) %tile, i64 %at
  store i8 %less, ptr addrspace(3) %t
  %next = add nuw nsw i64 %at, 256
  br label %after
after:
  %to = phi i64 [ %next, %body ], [ poison, %loop ]
  br i1 %any, label %loop, label %end
end:
  ret void
}

; Calls spill all values anyway. Four registers of lanes therefore cost nothing more, and their chains overlap.
; CHECK-LABEL: plan of 'calls'
; MIDDLE: widest fit: 32 lanes
define spir_kernel void @calls(ptr addrspace(1) %p) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %q0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 0
  %a0 = getelementptr inbounds float, ptr addrspace(1) %q0, i64 %i
  %v0 = load float, ptr addrspace(1) %a0
  %q1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 4096
  %a1 = getelementptr inbounds float, ptr addrspace(1) %q1, i64 %i
  %v1 = load float, ptr addrspace(1) %a1
  %q2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 8192
  %a2 = getelementptr inbounds float, ptr addrspace(1) %q2, i64 %i
  %v2 = load float, ptr addrspace(1) %a2
  %q3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 12288
  %a3 = getelementptr inbounds float, ptr addrspace(1) %q3, i64 %i
  %v3 = load float, ptr addrspace(1) %a3
  %q4 = getelementptr inbounds float, ptr addrspace(1) %p, i64 16384
  %a4 = getelementptr inbounds float, ptr addrspace(1) %q4, i64 %i
  %v4 = load float, ptr addrspace(1) %a4
  %q5 = getelementptr inbounds float, ptr addrspace(1) %p, i64 20480
  %a5 = getelementptr inbounds float, ptr addrspace(1) %q5, i64 %i
  %v5 = load float, ptr addrspace(1) %a5
  %q6 = getelementptr inbounds float, ptr addrspace(1) %p, i64 24576
  %a6 = getelementptr inbounds float, ptr addrspace(1) %q6, i64 %i
  %v6 = load float, ptr addrspace(1) %a6
  %q7 = getelementptr inbounds float, ptr addrspace(1) %p, i64 28672
  %a7 = getelementptr inbounds float, ptr addrspace(1) %q7, i64 %i
  %v7 = load float, ptr addrspace(1) %a7
  %q8 = getelementptr inbounds float, ptr addrspace(1) %p, i64 32768
  %a8 = getelementptr inbounds float, ptr addrspace(1) %q8, i64 %i
  %v8 = load float, ptr addrspace(1) %a8
  %q9 = getelementptr inbounds float, ptr addrspace(1) %p, i64 36864
  %a9 = getelementptr inbounds float, ptr addrspace(1) %q9, i64 %i
  %v9 = load float, ptr addrspace(1) %a9
  %q10 = getelementptr inbounds float, ptr addrspace(1) %p, i64 40960
  %a10 = getelementptr inbounds float, ptr addrspace(1) %q10, i64 %i
  %v10 = load float, ptr addrspace(1) %a10
  %q11 = getelementptr inbounds float, ptr addrspace(1) %p, i64 45056
  %a11 = getelementptr inbounds float, ptr addrspace(1) %q11, i64 %i
  %v11 = load float, ptr addrspace(1) %a11
  %q12 = getelementptr inbounds float, ptr addrspace(1) %p, i64 49152
  %a12 = getelementptr inbounds float, ptr addrspace(1) %q12, i64 %i
  %v12 = load float, ptr addrspace(1) %a12
  %q13 = getelementptr inbounds float, ptr addrspace(1) %p, i64 53248
  %a13 = getelementptr inbounds float, ptr addrspace(1) %q13, i64 %i
  %v13 = load float, ptr addrspace(1) %a13
  %e0 = call float @exp_of(float %v0)
  %e1 = call float @exp_of(float %v1)
  %e2 = call float @exp_of(float %v2)
  %e3 = call float @exp_of(float %v3)
  %e4 = call float @exp_of(float %v4)
  %e5 = call float @exp_of(float %v5)
  %e6 = call float @exp_of(float %v6)
  %e7 = call float @exp_of(float %v7)
  %e8 = call float @exp_of(float %v8)
  %e9 = call float @exp_of(float %v9)
  %e10 = call float @exp_of(float %v10)
  %e11 = call float @exp_of(float %v11)
  %e12 = call float @exp_of(float %v12)
  %e13 = call float @exp_of(float %v13)
  %s1 = fadd float %e1, %e0
  %s2 = fadd float %e2, %s1
  %s3 = fadd float %e3, %s2
  %s4 = fadd float %e4, %s3
  %s5 = fadd float %e5, %s4
  %s6 = fadd float %e6, %s5
  %s7 = fadd float %e7, %s6
  %s8 = fadd float %e8, %s7
  %s9 = fadd float %e9, %s8
  %s10 = fadd float %e10, %s9
  %s11 = fadd float %e11, %s10
  %s12 = fadd float %e12, %s11
  %s13 = fadd float %e13, %s12
  %m1 = fmul float %s13, %v1
  %m2 = fmul float %m1, %v2
  %m3 = fmul float %m2, %v3
  %m4 = fmul float %m3, %v4
  %m5 = fmul float %m4, %v5
  %m6 = fmul float %m5, %v6
  %m7 = fmul float %m6, %v7
  %m8 = fmul float %m7, %v8
  %m9 = fmul float %m8, %v9
  %m10 = fmul float %m9, %v10
  %m11 = fmul float %m10, %v11
  %m12 = fmul float %m11, %v12
  %m13 = fmul float %m12, %v13
  store float %m13, ptr addrspace(1) %a0
  ret void
}

; Without calls two registers of lanes suffice.
; CHECK-LABEL: plan of 'computes'
; MIDDLE: widest fit: 16 lanes
define spir_kernel void @computes(ptr addrspace(1) %p) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %q0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 0
  %a0 = getelementptr inbounds float, ptr addrspace(1) %q0, i64 %i
  %v0 = load float, ptr addrspace(1) %a0
  %q1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 4096
  %a1 = getelementptr inbounds float, ptr addrspace(1) %q1, i64 %i
  %v1 = load float, ptr addrspace(1) %a1
  %q2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 8192
  %a2 = getelementptr inbounds float, ptr addrspace(1) %q2, i64 %i
  %v2 = load float, ptr addrspace(1) %a2
  %q3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 12288
  %a3 = getelementptr inbounds float, ptr addrspace(1) %q3, i64 %i
  %v3 = load float, ptr addrspace(1) %a3
  %q4 = getelementptr inbounds float, ptr addrspace(1) %p, i64 16384
  %a4 = getelementptr inbounds float, ptr addrspace(1) %q4, i64 %i
  %v4 = load float, ptr addrspace(1) %a4
  %q5 = getelementptr inbounds float, ptr addrspace(1) %p, i64 20480
  %a5 = getelementptr inbounds float, ptr addrspace(1) %q5, i64 %i
  %v5 = load float, ptr addrspace(1) %a5
  %q6 = getelementptr inbounds float, ptr addrspace(1) %p, i64 24576
  %a6 = getelementptr inbounds float, ptr addrspace(1) %q6, i64 %i
  %v6 = load float, ptr addrspace(1) %a6
  %q7 = getelementptr inbounds float, ptr addrspace(1) %p, i64 28672
  %a7 = getelementptr inbounds float, ptr addrspace(1) %q7, i64 %i
  %v7 = load float, ptr addrspace(1) %a7
  %q8 = getelementptr inbounds float, ptr addrspace(1) %p, i64 32768
  %a8 = getelementptr inbounds float, ptr addrspace(1) %q8, i64 %i
  %v8 = load float, ptr addrspace(1) %a8
  %q9 = getelementptr inbounds float, ptr addrspace(1) %p, i64 36864
  %a9 = getelementptr inbounds float, ptr addrspace(1) %q9, i64 %i
  %v9 = load float, ptr addrspace(1) %a9
  %q10 = getelementptr inbounds float, ptr addrspace(1) %p, i64 40960
  %a10 = getelementptr inbounds float, ptr addrspace(1) %q10, i64 %i
  %v10 = load float, ptr addrspace(1) %a10
  %q11 = getelementptr inbounds float, ptr addrspace(1) %p, i64 45056
  %a11 = getelementptr inbounds float, ptr addrspace(1) %q11, i64 %i
  %v11 = load float, ptr addrspace(1) %a11
  %q12 = getelementptr inbounds float, ptr addrspace(1) %p, i64 49152
  %a12 = getelementptr inbounds float, ptr addrspace(1) %q12, i64 %i
  %v12 = load float, ptr addrspace(1) %a12
  %q13 = getelementptr inbounds float, ptr addrspace(1) %p, i64 53248
  %a13 = getelementptr inbounds float, ptr addrspace(1) %q13, i64 %i
  %v13 = load float, ptr addrspace(1) %a13
  %e0 = fmul float %v0, %v0
  %e1 = fmul float %v1, %v1
  %e2 = fmul float %v2, %v2
  %e3 = fmul float %v3, %v3
  %e4 = fmul float %v4, %v4
  %e5 = fmul float %v5, %v5
  %e6 = fmul float %v6, %v6
  %e7 = fmul float %v7, %v7
  %e8 = fmul float %v8, %v8
  %e9 = fmul float %v9, %v9
  %e10 = fmul float %v10, %v10
  %e11 = fmul float %v11, %v11
  %e12 = fmul float %v12, %v12
  %e13 = fmul float %v13, %v13
  %s1 = fadd float %e1, %e0
  %s2 = fadd float %e2, %s1
  %s3 = fadd float %e3, %s2
  %s4 = fadd float %e4, %s3
  %s5 = fadd float %e5, %s4
  %s6 = fadd float %e6, %s5
  %s7 = fadd float %e7, %s6
  %s8 = fadd float %e8, %s7
  %s9 = fadd float %e9, %s8
  %s10 = fadd float %e10, %s9
  %s11 = fadd float %e11, %s10
  %s12 = fadd float %e12, %s11
  %s13 = fadd float %e13, %s12
  %m1 = fmul float %s13, %v1
  %m2 = fmul float %m1, %v2
  %m3 = fmul float %m2, %v3
  %m4 = fmul float %m3, %v4
  %m5 = fmul float %m4, %v5
  %m6 = fmul float %m5, %v6
  %m7 = fmul float %m6, %v7
  %m8 = fmul float %m7, %v8
  %m9 = fmul float %m8, %v9
  %m10 = fmul float %m9, %v10
  %m11 = fmul float %m10, %v11
  %m12 = fmul float %m11, %v12
  %m13 = fmul float %m12, %v13
  store float %m13, ptr addrspace(1) %a0
  ret void
}

; Each lane adds a function of a vector, which all lanes deinterleave.
; CHECK-LABEL: plan of 'functions_of_vectors'
; CHECK-NEXT: scalar: no
define spir_kernel void @functions_of_vectors(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <4 x float> [ zeroinitializer, %entry ], [ %more, %loop ]
  %at = add i64 %row, %k
  %a = getelementptr <4 x float>, ptr addrspace(1) %p, i64 %at
  %v = load <4 x float>, ptr addrspace(1) %a
  %e = call <4 x float> @exp_of_four(<4 x float> %v)
  %more = fadd <4 x float> %sum, %e
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; AVX2's lanes fill more registers than exist for their values if few of the values are spilled and reloaded.
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; All sums that the loop carries are needed in each round: two registers for each do not fit.
; CHECK-LABEL: plan of 'tile'
; CHECK: widest fit: 8 lanes
; CHECK: spilled by twice the lanes: 40 moves beside 34 operations, 34 of floats; 32 carried by a loop
define spir_kernel void @tile(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %f = uitofp i32 %t to float
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ %f, %entry ], [ %m0, %loop ]
  %s1 = phi float [ %f, %entry ], [ %m1, %loop ]
  %s2 = phi float [ %f, %entry ], [ %m2, %loop ]
  %s3 = phi float [ %f, %entry ], [ %m3, %loop ]
  %s4 = phi float [ %f, %entry ], [ %m4, %loop ]
  %s5 = phi float [ %f, %entry ], [ %m5, %loop ]
  %s6 = phi float [ %f, %entry ], [ %m6, %loop ]
  %s7 = phi float [ %f, %entry ], [ %m7, %loop ]
  %s8 = phi float [ %f, %entry ], [ %m8, %loop ]
  %s9 = phi float [ %f, %entry ], [ %m9, %loop ]
  %s10 = phi float [ %f, %entry ], [ %m10, %loop ]
  %s11 = phi float [ %f, %entry ], [ %m11, %loop ]
  %s12 = phi float [ %f, %entry ], [ %m12, %loop ]
  %s13 = phi float [ %f, %entry ], [ %m13, %loop ]
  %s14 = phi float [ %f, %entry ], [ %m14, %loop ]
  %s15 = phi float [ %f, %entry ], [ %m15, %loop ]
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %m0 = fadd float %s0, %x
  %m1 = fadd float %s1, %x
  %m2 = fadd float %s2, %x
  %m3 = fadd float %s3, %x
  %m4 = fadd float %s4, %x
  %m5 = fadd float %s5, %x
  %m6 = fadd float %s6, %x
  %m7 = fadd float %s7, %x
  %m8 = fadd float %s8, %x
  %m9 = fadd float %s9, %x
  %m10 = fadd float %s10, %x
  %m11 = fadd float %s11, %x
  %m12 = fadd float %s12, %x
  %m13 = fadd float %s13, %x
  %m14 = fadd float %s14, %x
  %m15 = fadd float %s15, %x
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %q0 = getelementptr float, ptr addrspace(1) %p, i64 0
  %o0 = getelementptr float, ptr addrspace(1) %q0, i64 %i
  store float %m0, ptr addrspace(1) %o0
  %q1 = getelementptr float, ptr addrspace(1) %p, i64 100
  %o1 = getelementptr float, ptr addrspace(1) %q1, i64 %i
  store float %m1, ptr addrspace(1) %o1
  %q2 = getelementptr float, ptr addrspace(1) %p, i64 200
  %o2 = getelementptr float, ptr addrspace(1) %q2, i64 %i
  store float %m2, ptr addrspace(1) %o2
  %q3 = getelementptr float, ptr addrspace(1) %p, i64 300
  %o3 = getelementptr float, ptr addrspace(1) %q3, i64 %i
  store float %m3, ptr addrspace(1) %o3
  %q4 = getelementptr float, ptr addrspace(1) %p, i64 400
  %o4 = getelementptr float, ptr addrspace(1) %q4, i64 %i
  store float %m4, ptr addrspace(1) %o4
  %q5 = getelementptr float, ptr addrspace(1) %p, i64 500
  %o5 = getelementptr float, ptr addrspace(1) %q5, i64 %i
  store float %m5, ptr addrspace(1) %o5
  %q6 = getelementptr float, ptr addrspace(1) %p, i64 600
  %o6 = getelementptr float, ptr addrspace(1) %q6, i64 %i
  store float %m6, ptr addrspace(1) %o6
  %q7 = getelementptr float, ptr addrspace(1) %p, i64 700
  %o7 = getelementptr float, ptr addrspace(1) %q7, i64 %i
  store float %m7, ptr addrspace(1) %o7
  %q8 = getelementptr float, ptr addrspace(1) %p, i64 800
  %o8 = getelementptr float, ptr addrspace(1) %q8, i64 %i
  store float %m8, ptr addrspace(1) %o8
  %q9 = getelementptr float, ptr addrspace(1) %p, i64 900
  %o9 = getelementptr float, ptr addrspace(1) %q9, i64 %i
  store float %m9, ptr addrspace(1) %o9
  %q10 = getelementptr float, ptr addrspace(1) %p, i64 1000
  %o10 = getelementptr float, ptr addrspace(1) %q10, i64 %i
  store float %m10, ptr addrspace(1) %o10
  %q11 = getelementptr float, ptr addrspace(1) %p, i64 1100
  %o11 = getelementptr float, ptr addrspace(1) %q11, i64 %i
  store float %m11, ptr addrspace(1) %o11
  %q12 = getelementptr float, ptr addrspace(1) %p, i64 1200
  %o12 = getelementptr float, ptr addrspace(1) %q12, i64 %i
  store float %m12, ptr addrspace(1) %o12
  %q13 = getelementptr float, ptr addrspace(1) %p, i64 1300
  %o13 = getelementptr float, ptr addrspace(1) %q13, i64 %i
  store float %m13, ptr addrspace(1) %o13
  %q14 = getelementptr float, ptr addrspace(1) %p, i64 1400
  %o14 = getelementptr float, ptr addrspace(1) %q14, i64 %i
  store float %m14, ptr addrspace(1) %o14
  %q15 = getelementptr float, ptr addrspace(1) %p, i64 1500
  %o15 = getelementptr float, ptr addrspace(1) %q15, i64 %i
  store float %m15, ptr addrspace(1) %o15
  ret void
}

; Most values are needed once and can be operands in memory; the dependence chain determines the time.
; CHECK-LABEL: plan of 'shared'
; CHECK: widest fit: 32 lanes
; CHECK: spilled by twice the lanes: 90 moves beside 120 operations, 120 of floats; 8 carried by a loop
define spir_kernel void @shared(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  %f = uitofp i32 %t to float
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi float [ %f, %entry ], [ %m0, %loop ]
  %s1 = phi float [ %f, %entry ], [ %m1, %loop ]
  %s2 = phi float [ %f, %entry ], [ %m2, %loop ]
  %s3 = phi float [ %f, %entry ], [ %m3, %loop ]
  %v0 = fmul float %s0, 2.0
  %v1 = fmul float %s1, 3.0
  %v2 = fmul float %s2, 4.0
  %v3 = fmul float %s3, 5.0
  %v4 = fmul float %s0, 6.0
  %v5 = fmul float %s1, 7.0
  %v6 = fmul float %s2, 8.0
  %v7 = fmul float %s3, 9.0
  %v8 = fmul float %s0, 10.0
  %v9 = fmul float %s1, 11.0
  %v10 = fmul float %s2, 12.0
  %v11 = fmul float %s3, 13.0
  %v12 = fmul float %s0, 14.0
  %v13 = fmul float %s1, 15.0
  %w0_0 = fadd float %s0, %v0
  %w0_1 = fadd float %w0_0, %v1
  %w0_2 = fadd float %w0_1, %v2
  %w0_3 = fadd float %w0_2, %v3
  %w0_4 = fadd float %w0_3, %v4
  %w0_5 = fadd float %w0_4, %v5
  %w0_6 = fadd float %w0_5, %v6
  %w0_7 = fadd float %w0_6, %v7
  %w0_8 = fadd float %w0_7, %v8
  %w0_9 = fadd float %w0_8, %v9
  %w0_10 = fadd float %w0_9, %v10
  %w0_11 = fadd float %w0_10, %v11
  %w0_12 = fadd float %w0_11, %v12
  %w0_13 = fadd float %w0_12, %v13
  %w1_0 = fadd float %w0_13, %v0
  %w1_1 = fadd float %w1_0, %v1
  %w1_2 = fadd float %w1_1, %v2
  %w1_3 = fadd float %w1_2, %v3
  %w1_4 = fadd float %w1_3, %v4
  %w1_5 = fadd float %w1_4, %v5
  %w1_6 = fadd float %w1_5, %v6
  %w1_7 = fadd float %w1_6, %v7
  %w1_8 = fadd float %w1_7, %v8
  %w1_9 = fadd float %w1_8, %v9
  %w1_10 = fadd float %w1_9, %v10
  %w1_11 = fadd float %w1_10, %v11
  %w1_12 = fadd float %w1_11, %v12
  %w1_13 = fadd float %w1_12, %v13
  %w2_0 = fadd float %w1_13, %v0
  %w2_1 = fadd float %w2_0, %v1
  %w2_2 = fadd float %w2_1, %v2
  %w2_3 = fadd float %w2_2, %v3
  %w2_4 = fadd float %w2_3, %v4
  %w2_5 = fadd float %w2_4, %v5
  %w2_6 = fadd float %w2_5, %v6
  %w2_7 = fadd float %w2_6, %v7
  %w2_8 = fadd float %w2_7, %v8
  %w2_9 = fadd float %w2_8, %v9
  %w2_10 = fadd float %w2_9, %v10
  %w2_11 = fadd float %w2_10, %v11
  %w2_12 = fadd float %w2_11, %v12
  %w2_13 = fadd float %w2_12, %v13
  %m0 = fadd float %s0, %w2_13
  %m1 = fadd float %s1, %w2_13
  %m2 = fadd float %s2, %w2_13
  %m3 = fadd float %s3, %w2_13
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %q0 = getelementptr float, ptr addrspace(1) %p, i64 0
  %o0 = getelementptr float, ptr addrspace(1) %q0, i64 %i
  store float %m0, ptr addrspace(1) %o0
  %q1 = getelementptr float, ptr addrspace(1) %p, i64 100
  %o1 = getelementptr float, ptr addrspace(1) %q1, i64 %i
  store float %m1, ptr addrspace(1) %o1
  %q2 = getelementptr float, ptr addrspace(1) %p, i64 200
  %o2 = getelementptr float, ptr addrspace(1) %q2, i64 %i
  store float %m2, ptr addrspace(1) %o2
  %q3 = getelementptr float, ptr addrspace(1) %p, i64 300
  %o3 = getelementptr float, ptr addrspace(1) %q3, i64 %i
  store float %m3, ptr addrspace(1) %o3
  ret void
}

; Chains of integer operations are short.
; CHECK-LABEL: plan of 'whole'
; CHECK: widest fit: 16 lanes
; CHECK: spilled by twice the lanes: 90 moves beside 120 operations, 0 of floats; 8 carried by a loop
define spir_kernel void @whole(ptr addrspace(1) %p, i64 %n) #0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %t = trunc i64 %i to i32
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %s0 = phi i32 [ %t, %entry ], [ %m0, %loop ]
  %s1 = phi i32 [ %t, %entry ], [ %m1, %loop ]
  %s2 = phi i32 [ %t, %entry ], [ %m2, %loop ]
  %s3 = phi i32 [ %t, %entry ], [ %m3, %loop ]
  %v0 = xor i32 %s0, 2
  %v1 = xor i32 %s1, 3
  %v2 = xor i32 %s2, 4
  %v3 = xor i32 %s3, 5
  %v4 = xor i32 %s0, 6
  %v5 = xor i32 %s1, 7
  %v6 = xor i32 %s2, 8
  %v7 = xor i32 %s3, 9
  %v8 = xor i32 %s0, 10
  %v9 = xor i32 %s1, 11
  %v10 = xor i32 %s2, 12
  %v11 = xor i32 %s3, 13
  %v12 = xor i32 %s0, 14
  %v13 = xor i32 %s1, 15
  %w0_0 = add i32 %s0, %v0
  %w0_1 = add i32 %w0_0, %v1
  %w0_2 = add i32 %w0_1, %v2
  %w0_3 = add i32 %w0_2, %v3
  %w0_4 = add i32 %w0_3, %v4
  %w0_5 = add i32 %w0_4, %v5
  %w0_6 = add i32 %w0_5, %v6
  %w0_7 = add i32 %w0_6, %v7
  %w0_8 = add i32 %w0_7, %v8
  %w0_9 = add i32 %w0_8, %v9
  %w0_10 = add i32 %w0_9, %v10
  %w0_11 = add i32 %w0_10, %v11
  %w0_12 = add i32 %w0_11, %v12
  %w0_13 = add i32 %w0_12, %v13
  %w1_0 = add i32 %w0_13, %v0
  %w1_1 = add i32 %w1_0, %v1
  %w1_2 = add i32 %w1_1, %v2
  %w1_3 = add i32 %w1_2, %v3
  %w1_4 = add i32 %w1_3, %v4
  %w1_5 = add i32 %w1_4, %v5
  %w1_6 = add i32 %w1_5, %v6
  %w1_7 = add i32 %w1_6, %v7
  %w1_8 = add i32 %w1_7, %v8
  %w1_9 = add i32 %w1_8, %v9
  %w1_10 = add i32 %w1_9, %v10
  %w1_11 = add i32 %w1_10, %v11
  %w1_12 = add i32 %w1_11, %v12
  %w1_13 = add i32 %w1_12, %v13
  %w2_0 = add i32 %w1_13, %v0
  %w2_1 = add i32 %w2_0, %v1
  %w2_2 = add i32 %w2_1, %v2
  %w2_3 = add i32 %w2_2, %v3
  %w2_4 = add i32 %w2_3, %v4
  %w2_5 = add i32 %w2_4, %v5
  %w2_6 = add i32 %w2_5, %v6
  %w2_7 = add i32 %w2_6, %v7
  %w2_8 = add i32 %w2_7, %v8
  %w2_9 = add i32 %w2_8, %v9
  %w2_10 = add i32 %w2_9, %v10
  %w2_11 = add i32 %w2_10, %v11
  %w2_12 = add i32 %w2_11, %v12
  %w2_13 = add i32 %w2_12, %v13
  %m0 = add i32 %s0, %w2_13
  %m1 = add i32 %s1, %w2_13
  %m2 = add i32 %s2, %w2_13
  %m3 = add i32 %s3, %w2_13
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %q0 = getelementptr i32, ptr addrspace(1) %p, i64 0
  %o0 = getelementptr i32, ptr addrspace(1) %q0, i64 %i
  store i32 %m0, ptr addrspace(1) %o0
  %q1 = getelementptr i32, ptr addrspace(1) %p, i64 100
  %o1 = getelementptr i32, ptr addrspace(1) %q1, i64 %i
  store i32 %m1, ptr addrspace(1) %o1
  %q2 = getelementptr i32, ptr addrspace(1) %p, i64 200
  %o2 = getelementptr i32, ptr addrspace(1) %q2, i64 %i
  store i32 %m2, ptr addrspace(1) %o2
  %q3 = getelementptr i32, ptr addrspace(1) %p, i64 300
  %o3 = getelementptr i32, ptr addrspace(1) %q3, i64 %i
  store i32 %m3, ptr addrspace(1) %o3
  ret void
}

attributes #0 = { "lanewise-any_grouping" }

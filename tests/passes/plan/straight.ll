; Chooses registers of lanes for straight-line code. In short code, half as many chunks gain more than spilled values
; cost.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: plan of 'fourteen_values'
; CHECK: widest fit: 32 lanes
define spir_kernel void @fourteen_values(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 0
  %q0 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 %i
  %v0 = load float, ptr addrspace(1) %q0
  %a1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 4096
  %q1 = getelementptr inbounds float, ptr addrspace(1) %a1, i64 %i
  %v1 = load float, ptr addrspace(1) %q1
  %a2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 8192
  %q2 = getelementptr inbounds float, ptr addrspace(1) %a2, i64 %i
  %v2 = load float, ptr addrspace(1) %q2
  %a3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 12288
  %q3 = getelementptr inbounds float, ptr addrspace(1) %a3, i64 %i
  %v3 = load float, ptr addrspace(1) %q3
  %a4 = getelementptr inbounds float, ptr addrspace(1) %p, i64 16384
  %q4 = getelementptr inbounds float, ptr addrspace(1) %a4, i64 %i
  %v4 = load float, ptr addrspace(1) %q4
  %a5 = getelementptr inbounds float, ptr addrspace(1) %p, i64 20480
  %q5 = getelementptr inbounds float, ptr addrspace(1) %a5, i64 %i
  %v5 = load float, ptr addrspace(1) %q5
  %a6 = getelementptr inbounds float, ptr addrspace(1) %p, i64 24576
  %q6 = getelementptr inbounds float, ptr addrspace(1) %a6, i64 %i
  %v6 = load float, ptr addrspace(1) %q6
  %a7 = getelementptr inbounds float, ptr addrspace(1) %p, i64 28672
  %q7 = getelementptr inbounds float, ptr addrspace(1) %a7, i64 %i
  %v7 = load float, ptr addrspace(1) %q7
  %a8 = getelementptr inbounds float, ptr addrspace(1) %p, i64 32768
  %q8 = getelementptr inbounds float, ptr addrspace(1) %a8, i64 %i
  %v8 = load float, ptr addrspace(1) %q8
  %a9 = getelementptr inbounds float, ptr addrspace(1) %p, i64 36864
  %q9 = getelementptr inbounds float, ptr addrspace(1) %a9, i64 %i
  %v9 = load float, ptr addrspace(1) %q9
  %a10 = getelementptr inbounds float, ptr addrspace(1) %p, i64 40960
  %q10 = getelementptr inbounds float, ptr addrspace(1) %a10, i64 %i
  %v10 = load float, ptr addrspace(1) %q10
  %a11 = getelementptr inbounds float, ptr addrspace(1) %p, i64 45056
  %q11 = getelementptr inbounds float, ptr addrspace(1) %a11, i64 %i
  %v11 = load float, ptr addrspace(1) %q11
  %a12 = getelementptr inbounds float, ptr addrspace(1) %p, i64 49152
  %q12 = getelementptr inbounds float, ptr addrspace(1) %a12, i64 %i
  %v12 = load float, ptr addrspace(1) %q12
  %a13 = getelementptr inbounds float, ptr addrspace(1) %p, i64 53248
  %q13 = getelementptr inbounds float, ptr addrspace(1) %a13, i64 %i
  %v13 = load float, ptr addrspace(1) %q13
  %m12 = fmul float %v13, %v12
  %m11 = fmul float %m12, %v11
  %m10 = fmul float %m11, %v10
  %m9 = fmul float %m10, %v9
  %m8 = fmul float %m9, %v8
  %m7 = fmul float %m8, %v7
  %m6 = fmul float %m7, %v6
  %m5 = fmul float %m6, %v5
  %m4 = fmul float %m5, %v4
  %m3 = fmul float %m4, %v3
  %m2 = fmul float %m3, %v2
  %m1 = fmul float %m2, %v1
  %m0 = fmul float %m1, %v0
  store float %m0, ptr addrspace(1) %q0
  ret void
}

; CHECK-LABEL: plan of 'twenty_two_values'
; CHECK: widest fit: 16 lanes
define spir_kernel void @twenty_two_values(ptr addrspace(1) %p) #0 {
  %i = call i64 @ocl.global_id(i32 0)
  %a0 = getelementptr inbounds float, ptr addrspace(1) %p, i64 0
  %q0 = getelementptr inbounds float, ptr addrspace(1) %a0, i64 %i
  %v0 = load float, ptr addrspace(1) %q0
  %a1 = getelementptr inbounds float, ptr addrspace(1) %p, i64 4096
  %q1 = getelementptr inbounds float, ptr addrspace(1) %a1, i64 %i
  %v1 = load float, ptr addrspace(1) %q1
  %a2 = getelementptr inbounds float, ptr addrspace(1) %p, i64 8192
  %q2 = getelementptr inbounds float, ptr addrspace(1) %a2, i64 %i
  %v2 = load float, ptr addrspace(1) %q2
  %a3 = getelementptr inbounds float, ptr addrspace(1) %p, i64 12288
  %q3 = getelementptr inbounds float, ptr addrspace(1) %a3, i64 %i
  %v3 = load float, ptr addrspace(1) %q3
  %a4 = getelementptr inbounds float, ptr addrspace(1) %p, i64 16384
  %q4 = getelementptr inbounds float, ptr addrspace(1) %a4, i64 %i
  %v4 = load float, ptr addrspace(1) %q4
  %a5 = getelementptr inbounds float, ptr addrspace(1) %p, i64 20480
  %q5 = getelementptr inbounds float, ptr addrspace(1) %a5, i64 %i
  %v5 = load float, ptr addrspace(1) %q5
  %a6 = getelementptr inbounds float, ptr addrspace(1) %p, i64 24576
  %q6 = getelementptr inbounds float, ptr addrspace(1) %a6, i64 %i
  %v6 = load float, ptr addrspace(1) %q6
  %a7 = getelementptr inbounds float, ptr addrspace(1) %p, i64 28672
  %q7 = getelementptr inbounds float, ptr addrspace(1) %a7, i64 %i
  %v7 = load float, ptr addrspace(1) %q7
  %a8 = getelementptr inbounds float, ptr addrspace(1) %p, i64 32768
  %q8 = getelementptr inbounds float, ptr addrspace(1) %a8, i64 %i
  %v8 = load float, ptr addrspace(1) %q8
  %a9 = getelementptr inbounds float, ptr addrspace(1) %p, i64 36864
  %q9 = getelementptr inbounds float, ptr addrspace(1) %a9, i64 %i
  %v9 = load float, ptr addrspace(1) %q9
  %a10 = getelementptr inbounds float, ptr addrspace(1) %p, i64 40960
  %q10 = getelementptr inbounds float, ptr addrspace(1) %a10, i64 %i
  %v10 = load float, ptr addrspace(1) %q10
  %a11 = getelementptr inbounds float, ptr addrspace(1) %p, i64 45056
  %q11 = getelementptr inbounds float, ptr addrspace(1) %a11, i64 %i
  %v11 = load float, ptr addrspace(1) %q11
  %a12 = getelementptr inbounds float, ptr addrspace(1) %p, i64 49152
  %q12 = getelementptr inbounds float, ptr addrspace(1) %a12, i64 %i
  %v12 = load float, ptr addrspace(1) %q12
  %a13 = getelementptr inbounds float, ptr addrspace(1) %p, i64 53248
  %q13 = getelementptr inbounds float, ptr addrspace(1) %a13, i64 %i
  %v13 = load float, ptr addrspace(1) %q13
  %a14 = getelementptr inbounds float, ptr addrspace(1) %p, i64 57344
  %q14 = getelementptr inbounds float, ptr addrspace(1) %a14, i64 %i
  %v14 = load float, ptr addrspace(1) %q14
  %a15 = getelementptr inbounds float, ptr addrspace(1) %p, i64 61440
  %q15 = getelementptr inbounds float, ptr addrspace(1) %a15, i64 %i
  %v15 = load float, ptr addrspace(1) %q15
  %a16 = getelementptr inbounds float, ptr addrspace(1) %p, i64 65536
  %q16 = getelementptr inbounds float, ptr addrspace(1) %a16, i64 %i
  %v16 = load float, ptr addrspace(1) %q16
  %a17 = getelementptr inbounds float, ptr addrspace(1) %p, i64 69632
  %q17 = getelementptr inbounds float, ptr addrspace(1) %a17, i64 %i
  %v17 = load float, ptr addrspace(1) %q17
  %a18 = getelementptr inbounds float, ptr addrspace(1) %p, i64 73728
  %q18 = getelementptr inbounds float, ptr addrspace(1) %a18, i64 %i
  %v18 = load float, ptr addrspace(1) %q18
  %a19 = getelementptr inbounds float, ptr addrspace(1) %p, i64 77824
  %q19 = getelementptr inbounds float, ptr addrspace(1) %a19, i64 %i
  %v19 = load float, ptr addrspace(1) %q19
  %a20 = getelementptr inbounds float, ptr addrspace(1) %p, i64 81920
  %q20 = getelementptr inbounds float, ptr addrspace(1) %a20, i64 %i
  %v20 = load float, ptr addrspace(1) %q20
  %a21 = getelementptr inbounds float, ptr addrspace(1) %p, i64 86016
  %q21 = getelementptr inbounds float, ptr addrspace(1) %a21, i64 %i
  %v21 = load float, ptr addrspace(1) %q21
  %m20 = fmul float %v21, %v20
  %m19 = fmul float %m20, %v19
  %m18 = fmul float %m19, %v18
  %m17 = fmul float %m18, %v17
  %m16 = fmul float %m17, %v16
  %m15 = fmul float %m16, %v15
  %m14 = fmul float %m15, %v14
  %m13 = fmul float %m14, %v13
  %m12 = fmul float %m13, %v12
  %m11 = fmul float %m12, %v11
  %m10 = fmul float %m11, %v10
  %m9 = fmul float %m10, %v9
  %m8 = fmul float %m9, %v8
  %m7 = fmul float %m8, %v7
  %m6 = fmul float %m7, %v6
  %m5 = fmul float %m6, %v5
  %m4 = fmul float %m5, %v4
  %m3 = fmul float %m4, %v3
  %m2 = fmul float %m3, %v2
  %m1 = fmul float %m2, %v1
  %m0 = fmul float %m1, %v0
  store float %m0, ptr addrspace(1) %q0
  ret void
}

attributes #0 = { "lanewise-any_grouping" }

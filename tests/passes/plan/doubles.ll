; Eight registers of doubles hold each value if work-items wait for their own results.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=8>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: plan of 'grows'
; CHECK: widest fit: 64 lanes
define spir_kernel void @grows(ptr addrspace(1) %p, i32 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr double, ptr addrspace(1) %p, i64 %i
  %start = load double, ptr addrspace(1) %a
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %k1, %step ]
  %x = phi double [ %start, %entry ], [ %x2, %step ]
  %rest = fsub double 1.0, %x
  %x1 = fmul double %x, %rest
  %x2 = fmul double %x1, 3.7
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %step, label %end
end:
  store double %x2, ptr addrspace(1) %a
  ret void
}

; Products of longs have a long latency, longer than all the other work.
; CHECK-LABEL: plan of 'draws'
; CHECK: widest fit: 64 lanes
define spir_kernel void @draws(ptr addrspace(1) %p, i32 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %start = load i64, ptr addrspace(1) %a
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %k1, %step ]
  %s = phi i64 [ %start, %entry ], [ %s2, %step ]
  %sum = phi i64 [ 0, %entry ], [ %sum1, %step ]
  %s1 = mul i64 %s, 6364136223846793005
  %s2 = add i64 %s1, 1442695040888963407
  %top = lshr i64 %s2, 11
  %odd = or i64 %top, 1
  %shifted = shl i64 %odd, 3
  %sum1 = add i64 %sum, %shifted
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %step, label %end
end:
  store i64 %sum1, ptr addrspace(1) %a
  ret void
}

; Here no work-item waits for its own results.
; CHECK-LABEL: plan of 'sums'
; CHECK: widest fit: 32 lanes
define spir_kernel void @sums(ptr addrspace(1) %p, ptr addrspace(1) %q, ptr addrspace(1) %r) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr double, ptr addrspace(1) %p, i64 %i
  %b = getelementptr double, ptr addrspace(1) %q, i64 %i
  %c = getelementptr double, ptr addrspace(1) %r, i64 %i
  %x = load double, ptr addrspace(1) %a
  %y = load double, ptr addrspace(1) %b
  %x1 = fadd double %x, %y
  %x2 = fmul double %x1, %y
  %x3 = fadd double %x2, %x
  store double %x3, ptr addrspace(1) %c
  ret void
}

declare void @ocl.barrier(i32) convergent

; Groups in several dimensions mostly have rows of 16 work-items: two registers of doubles.
; CHECK-LABEL: plan of 'group_of_two_dimensions'
; CHECK: widest fit: 16 lanes
define spir_kernel void @group_of_two_dimensions(ptr addrspace(1) %p, i64 %w) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %a = getelementptr double, ptr addrspace(1) %p, i64 %i
  %v = load double, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  %b = getelementptr double, ptr addrspace(1) %a, i64 1
  store double %v, ptr addrspace(1) %b
  ret void
}

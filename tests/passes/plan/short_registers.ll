; What is decided another way where there are 16 registers, none for masks, and gathers are made of loads.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,MIDDLE

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)

; One gather of seven operations, in a loop that lanes leave at different times.
; CHECK-LABEL: plan of 'two_gathers'
; WIDE-NEXT: scalar: no
; MIDDLE-NEXT: scalar: divergent gather loop
define spir_kernel void @two_gathers(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %at = phi i64 [ %i, %entry ], [ %to, %loop ]
  call void @ocl.mask(i1 %live)
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  %first = load i64, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %first
  %second = load i64, ptr addrspace(1) %b
  %x1 = mul i64 %second, 5
  %x2 = xor i64 %x1, %at
  %x3 = add i64 %x2, %first
  %x4 = lshr i64 %x3, 7
  %x5 = xor i64 %x3, %x4
  %x6 = mul i64 %x5, 3
  %x7 = add i64 %x6, %second
  %x8 = xor i64 %x7, %x1
  %to = urem i64 %x8, %n
  %c = icmp ne i64 %to, 0
  %on = select i1 %live, i1 %c, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  ret void
}

; Rows of vectors that each work-item walks along: blocks of rows are for AVX-512.
; CHECK-LABEL: plan of 'rows_of_vectors'
; WIDE-NEXT: scalar: no
; MIDDLE-NEXT: scalar: the source's vectors lie apart
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

; Side by side they are as good as anything.
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

; Rows that wait for each other stay apart.
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

; Nor do rows run together that leave the loop at different times, with registers for masks either.
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

; Kernels whose source vectors fill the registers get lanes if one work-item would wait for its own results.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare <16 x float> @llvm.fma.v16f32(<16 x float>, <16 x float>, <16 x float>)
declare <16 x i32> @llvm.fshl.v16i32(<16 x i32>, <16 x i32>, <16 x i32>)

; The kernel is a chain of multiply-adds.
; CHECK-LABEL: plan of 'polynomial'
; CHECK-NEXT: scalar: no
define spir_kernel void @polynomial(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %i
  %x = load <16 x float>, ptr addrspace(1) %a
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %k1, %step ]
  %y = phi <16 x float> [ zeroinitializer, %entry ], [ %y1, %step ]
  %y1 = call <16 x float> @llvm.fma.v16f32(<16 x float> %y, <16 x float> %x, <16 x float> %x)
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %step, label %end
end:
  store <16 x float> %y1, ptr addrspace(1) %a
  ret void
}

; Steps of a hash function take one cycle each, and lanes would spill.
; CHECK-LABEL: plan of 'hash'
; CHECK-NEXT: scalar: the source's vectors fill the registers{{$}}
define spir_kernel void @hash(ptr addrspace(1) %p, i32 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %at = getelementptr <16 x i32>, ptr addrspace(1) %p, i64 %i
  %w = load <16 x i32>, ptr addrspace(1) %at
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %k1, %step ]
  %a = phi <16 x i32> [ splat (i32 1), %entry ], [ %d, %step ]
  %b = phi <16 x i32> [ splat (i32 2), %entry ], [ %b1, %step ]
  %c = phi <16 x i32> [ splat (i32 3), %entry ], [ %b, %step ]
  %d = phi <16 x i32> [ splat (i32 4), %entry ], [ %c, %step ]
  %both = and <16 x i32> %b, %c
  %not = xor <16 x i32> %b, splat (i32 -1)
  %other = and <16 x i32> %not, %d
  %f = or <16 x i32> %both, %other
  %s1 = add <16 x i32> %a, %f
  %s2 = add <16 x i32> %s1, %w
  %turned = call <16 x i32> @llvm.fshl.v16i32(<16 x i32> %s2, <16 x i32> %s2, <16 x i32> splat (i32 7))
  %b1 = add <16 x i32> %b, %turned
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %step, label %end
end:
  store <16 x i32> %b1, ptr addrspace(1) %at
  ret void
}

; Lanes would load their vectors from different rows.
; CHECK-LABEL: plan of 'row_sums'
; CHECK-NEXT: scalar: the source's vectors fill the registers{{$}}
define spir_kernel void @row_sums(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %i, %n
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %k1, %step ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %sum1, %step ]
  %place = add i64 %first, %k
  %a = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %place
  %v = load <16 x float>, ptr addrspace(1) %a
  %sum1 = fadd <16 x float> %sum, %v
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %step, label %end
end:
  %out = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %i
  store <16 x float> %sum1, ptr addrspace(1) %out
  ret void
}

; Adjacent bytes: deinterleaving them takes longer than adding them.
; CHECK-LABEL: plan of 'blur'
; CHECK-NEXT: scalar: the source's vectors fill the registers{{$}}
define spir_kernel void @blur(ptr addrspace(1) %p, ptr addrspace(1) %q) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %k1, %step ]
  %sum = phi <16 x i16> [ zeroinitializer, %entry ], [ %sum1, %step ]
  %at = add i64 %i, %k
  %a = getelementptr <16 x i8>, ptr addrspace(1) %p, i64 %at
  %v = load <16 x i8>, ptr addrspace(1) %a
  %wide = zext <16 x i8> %v to <16 x i16>
  %sum1 = add <16 x i16> %sum, %wide
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, 9
  br i1 %more, label %step, label %end
end:
  %out = getelementptr <16 x i16>, ptr addrspace(1) %q, i64 %i
  store <16 x i16> %sum1, ptr addrspace(1) %out
  ret void
}

; Each lane would scatter its vectors into a different row.
; CHECK-LABEL: plan of 'rows_of_powers'
; CHECK-NEXT: scalar: the source's vectors fill the registers{{$}}
define spir_kernel void @rows_of_powers(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %i, %n
  %a = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %i
  %x = load <16 x float>, ptr addrspace(1) %a
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %k1, %step ]
  %y = phi <16 x float> [ %x, %entry ], [ %y1, %step ]
  %y1 = fmul <16 x float> %y, %x
  %place = add i64 %first, %k
  %out = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %place
  store <16 x float> %y1, ptr addrspace(1) %out
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %step, label %end
end:
  ret void
}

; Adjacent vectors are interleaved.
; CHECK-LABEL: plan of 'columns_of_steps'
; CHECK-NEXT: scalar: no
define spir_kernel void @columns_of_steps(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n, i64 %width) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr <16 x float>, ptr addrspace(1) %p, i64 %i
  %x = load <16 x float>, ptr addrspace(1) %a
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %k1, %step ]
  %y = phi <16 x float> [ %x, %entry ], [ %y3, %step ]
  %y1 = call <16 x float> @llvm.fma.v16f32(<16 x float> %y, <16 x float> %y, <16 x float> %x)
  %y2 = call <16 x float> @llvm.fma.v16f32(<16 x float> %y1, <16 x float> %y1, <16 x float> %x)
  %y3 = call <16 x float> @llvm.fma.v16f32(<16 x float> %y2, <16 x float> %y2, <16 x float> %x)
  %first = mul i64 %k, %width
  %place = add i64 %first, %i
  %out = getelementptr <16 x float>, ptr addrspace(1) %q, i64 %place
  store <16 x float> %y3, ptr addrspace(1) %out
  %k1 = add i64 %k, 1
  %more = icmp ult i64 %k1, %n
  br i1 %more, label %step, label %end
end:
  ret void
}

; Lanes compute uniform values once.
; CHECK-LABEL: plan of 'same'
; CHECK-NEXT: scalar: no
define spir_kernel void @same(ptr addrspace(1) %p, <8 x i32> %w, i32 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %at = getelementptr <8 x i32>, ptr addrspace(1) %p, i64 %i
  br label %step
step:
  %k = phi i32 [ 0, %entry ], [ %k1, %step ]
  %a = phi <8 x i32> [ splat (i32 1), %entry ], [ %c, %step ]
  %b = mul <8 x i32> %a, %w
  %c = add <8 x i32> %b, %w
  %k1 = add i32 %k, 1
  %more = icmp ult i32 %k1, %n
  br i1 %more, label %step, label %end
end:
  store <8 x i32> %c, ptr addrspace(1) %at
  ret void
}

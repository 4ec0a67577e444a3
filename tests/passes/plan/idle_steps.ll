; Fewer and fewer work-items of a group take part in its steps: AVX2's lanes fill two registers only if groups have
; many.
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare void @ocl.mask(i1)

@row = internal addrspace(3) global [32 x float] undef
@long_row = internal addrspace(3) global [256 x float] undef

; In a group of 32, the work-items after the pivot continue.
; CHECK-LABEL: plan of 'narrow'
; CHECK: widest fit: 8 lanes
define spir_kernel void @narrow(ptr addrspace(1) %p) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %mine = getelementptr float, ptr addrspace(3) @row, i64 %l
  %from = getelementptr float, ptr addrspace(1) %p, i64 %l
  %v = load float, ptr addrspace(1) %from
  store float %v, ptr addrspace(3) %mine
  %first = icmp ult i64 %l, 1
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %next, %after ]
  call void @ocl.barrier(i32 1)
  %later = icmp ugt i64 %l, %k
  br label %part
part:
  call void @ocl.mask(i1 %later)
  %pivot = getelementptr float, ptr addrspace(3) @row, i64 %k
  %x = load float, ptr addrspace(3) %pivot
  %y = load float, ptr addrspace(3) %mine
  %z = fsub float %y, %x
  store float %z, ptr addrspace(3) %mine
  br label %after
after:
  call void @ocl.mask(i1 true)
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 32
  br i1 %again, label %step, label %end
end:
  ret void
}

; In a group of 256, most chunks are full or skipped.
; CHECK-LABEL: plan of 'wide'
; CHECK: widest fit: 16 lanes
define spir_kernel void @wide(ptr addrspace(1) %p) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %mine = getelementptr float, ptr addrspace(3) @long_row, i64 %l
  %from = getelementptr float, ptr addrspace(1) %p, i64 %l
  %v = load float, ptr addrspace(1) %from
  store float %v, ptr addrspace(3) %mine
  %first = icmp ult i64 %l, 1
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %next, %after ]
  call void @ocl.barrier(i32 1)
  %later = icmp ugt i64 %l, %k
  br label %part
part:
  call void @ocl.mask(i1 %later)
  %pivot = getelementptr float, ptr addrspace(3) @long_row, i64 %k
  %x = load float, ptr addrspace(3) %pivot
  %y = load float, ptr addrspace(3) %mine
  %z = fsub float %y, %x
  store float %z, ptr addrspace(3) %mine
  br label %after
after:
  call void @ocl.mask(i1 true)
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 256
  br i1 %again, label %step, label %end
end:
  ret void
}

; The same work-items are inactive in all steps.
; CHECK-LABEL: plan of 'always'
; CHECK: widest fit: 16 lanes
define spir_kernel void @always(ptr addrspace(1) %p) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %mine = getelementptr float, ptr addrspace(3) @row, i64 %l
  %from = getelementptr float, ptr addrspace(1) %p, i64 %l
  %v = load float, ptr addrspace(1) %from
  store float %v, ptr addrspace(3) %mine
  %first = icmp ult i64 %l, 1
  br label %step
step:
  %k = phi i64 [ 0, %entry ], [ %next, %after ]
  call void @ocl.barrier(i32 1)
  %later = icmp ugt i64 %l, %k
  br label %part
part:
  call void @ocl.mask(i1 %first)
  %pivot = getelementptr float, ptr addrspace(3) @row, i64 %k
  %x = load float, ptr addrspace(3) %pivot
  %y = load float, ptr addrspace(3) %mine
  %z = fsub float %y, %x
  store float %z, ptr addrspace(3) %mine
  br label %after
after:
  call void @ocl.mask(i1 true)
  %next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %next, 32
  br i1 %again, label %step, label %end
end:
  ret void
}

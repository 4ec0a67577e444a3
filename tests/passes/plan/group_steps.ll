; Work-groups go through steps together, and each work-item walks along a row of a matrix in local memory. Lanes would
; gather and scatter one element of each row at a time.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare void @ocl.mask(i1)

@matrix = internal addrspace(3) global [32 x [33 x float]] undef

; Eliminates a column from all rows but one.
; CHECK-LABEL: plan of 'eliminate'
; CHECK-NEXT: scalar: each work-item steps along its own row
define spir_kernel void @eliminate() {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  br label %step

step:
  %k = phi i64 [ 0, %entry ], [ %k.next, %after ]
  %here = icmp ne i64 %l, %k
  br label %row

row:
  %j = phi i64 [ 0, %step ], [ %j.next, %row ]
  call void @ocl.mask(i1 %here)
  %of.pivot = getelementptr [33 x float], ptr addrspace(3) @matrix, i64 %k, i64 %j
  %p = load float, ptr addrspace(3) %of.pivot
  %mine = getelementptr [33 x float], ptr addrspace(3) @matrix, i64 %l, i64 %j
  %m = load float, ptr addrspace(3) %mine
  %product = fmul float %p, %m
  %left = fsub float %m, %product
  store float %left, ptr addrspace(3) %mine
  %j.next = add nuw nsw i64 %j, 1
  %on = icmp ult i64 %j.next, 32
  br i1 %on, label %row, label %after

after:
  call void @ocl.barrier(i32 1)
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 32
  br i1 %again, label %step, label %end

end:
  ret void
}

; Each work-item has a column: the elements of a step's lanes are adjacent.
; CHECK-LABEL: plan of 'columns'
; CHECK-NEXT: scalar: no
define spir_kernel void @columns() {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  br label %step

step:
  %k = phi i64 [ 0, %entry ], [ %k.next, %after ]
  %here = icmp ne i64 %l, %k
  br label %column

column:
  %j = phi i64 [ 0, %step ], [ %j.next, %column ]
  call void @ocl.mask(i1 %here)
  %of.pivot = getelementptr [33 x float], ptr addrspace(3) @matrix, i64 %j, i64 %k
  %p = load float, ptr addrspace(3) %of.pivot
  %mine = getelementptr [33 x float], ptr addrspace(3) @matrix, i64 %j, i64 %l
  %m = load float, ptr addrspace(3) %mine
  %product = fmul float %p, %m
  %left = fsub float %m, %product
  store float %left, ptr addrspace(3) %mine
  %j.next = add nuw nsw i64 %j, 1
  %on = icmp ult i64 %j.next, 32
  br i1 %on, label %column, label %after

after:
  call void @ocl.barrier(i32 1)
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 32
  br i1 %again, label %step, label %end

end:
  ret void
}

; A loop for one work-item of the group does not count.
; CHECK-LABEL: plan of 'one_row'
; CHECK-NEXT: scalar: no
define spir_kernel void @one_row() {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  br label %step

step:
  %k = phi i64 [ 0, %entry ], [ %k.next, %after ]
  %here = icmp eq i64 %l, %k
  br label %row

row:
  %j = phi i64 [ 0, %step ], [ %j.next, %row ]
  call void @ocl.mask(i1 %here)
  %mine = getelementptr [33 x float], ptr addrspace(3) @matrix, i64 %l, i64 %j
  %m = load float, ptr addrspace(3) %mine
  %left = fmul float %m, %m
  store float %left, ptr addrspace(3) %mine
  %j.next = add nuw nsw i64 %j, 1
  %on = icmp ult i64 %j.next, 32
  br i1 %on, label %row, label %after

after:
  call void @ocl.barrier(i32 1)
  %k.next = add nuw nsw i64 %k, 1
  %again = icmp ult i64 %k.next, 32
  br i1 %again, label %step, label %end

end:
  ret void
}

; Kernels with barriers: twice the lanes of a register, where work-groups are wide enough by all that the kernel shows.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)

@wide = internal addrspace(3) global [256 x float] undef
@narrow = internal addrspace(3) global [16 x float] undef
@tile = internal addrspace(3) global [2 x [64 x float]] undef
@square = internal addrspace(3) global [16 x [16 x float]] undef

; CHECK-LABEL: plan of 'reversed'
; CHECK: widest fit: 32 lanes
define spir_kernel void @reversed(ptr addrspace(1) %p) {
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %mine = getelementptr float, ptr addrspace(3) @wide, i64 %l
  store float %v, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  %back = sub i64 255, %l
  %other = getelementptr float, ptr addrspace(3) @wide, i64 %back
  %w = load float, ptr addrspace(3) %other
  store float %w, ptr addrspace(1) %a
  ret void
}

; No group has more than 16 work-items, or they would write past the array's end.
; CHECK-LABEL: plan of 'of_sixteen'
; CHECK: widest fit: 16 lanes
define spir_kernel void @of_sixteen(ptr addrspace(1) %p) {
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %mine = getelementptr float, ptr addrspace(3) @narrow, i64 %l
  store float %v, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; The same of an array's rows.
; CHECK-LABEL: plan of 'of_rows'
; CHECK: widest fit: 16 lanes
define spir_kernel void @of_rows(ptr addrspace(1) %p, i64 %row) {
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %line = getelementptr [16 x float], ptr addrspace(3) @square, i64 %row
  %mine = getelementptr float, ptr addrspace(3) %line, i64 %l
  store float %v, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; Groups of several dimensions are as wide as the tiles that their ids index; ids of others tell nothing of it.
; CHECK-LABEL: plan of 'of_wide_tiles'
; CHECK: widest fit: 32 lanes
define spir_kernel void @of_wide_tiles(ptr addrspace(1) %p) {
  %l = call i64 @ocl.local_id(i32 0)
  %m = call i64 @ocl.local_id(i32 1)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %line = getelementptr [64 x float], ptr addrspace(3) @tile, i64 %m
  %mine = getelementptr float, ptr addrspace(3) %line, i64 %l
  store float %v, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; CHECK-LABEL: plan of 'of_two_dimensions'
; CHECK: widest fit: 16 lanes
define spir_kernel void @of_two_dimensions(ptr addrspace(1) %p) {
  %m = call i64 @ocl.local_id(i32 1)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %mine = getelementptr float, ptr addrspace(3) @wide, i64 %m
  store float %v, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; Work-groups of one work-item along the other dimension (plan/single_items.h) are in one.
; CHECK-LABEL: plan of 'of_single_rows'
; CHECK: widest fit: 32 lanes
define spir_kernel void @of_single_rows(ptr addrspace(1) %p) #0 {
  %m = call i64 @ocl.global_id(i32 1)
  %i = call i64 @ocl.global_id(i32 0)
  %j = add i64 %m, %i
  %a = getelementptr float, ptr addrspace(1) %p, i64 %j
  %v = load float, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  store float %v, ptr addrspace(1) %a
  ret void
}

; Those that write are some of the group.
; CHECK-LABEL: plan of 'of_some'
; CHECK: widest fit: 32 lanes
define spir_kernel void @of_some(ptr addrspace(1) %p) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %first = icmp ult i64 %l, 16
  %any = call i1 @ocl.any(i1 %first)
  br i1 %any, label %some, label %all

some:
  call void @ocl.mask(i1 %first)
  %mine = getelementptr float, ptr addrspace(3) @narrow, i64 %l
  store float 0.0, ptr addrspace(3) %mine
  br label %all

all:
  call void @ocl.barrier(i32 1)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(3) @narrow
  store float %v, ptr addrspace(1) %a
  ret void
}

; Groups of several rows are narrower; a grid of several rows says nothing of its groups.
; CHECK-LABEL: plan of 'of_planes'
; CHECK: widest fit: 16 lanes
define spir_kernel void @of_planes(ptr addrspace(1) %p) {
  %l = call i64 @ocl.local_id(i32 0)
  %y = call i64 @ocl.local_id(i32 1)
  %i = add i64 %l, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  call void @ocl.barrier(i32 1)
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: plan of 'of_grids'
; CHECK: widest fit: 32 lanes
define spir_kernel void @of_grids(ptr addrspace(1) %p) {
  %l = call i64 @ocl.local_id(i32 0)
  %y = call i64 @ocl.group_id(i32 1)
  %i = add i64 %l, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  call void @ocl.barrier(i32 1)
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: plan of 'of_required_size'
; CHECK: widest fit: 16 lanes
define spir_kernel void @of_required_size(ptr addrspace(1) %p) !reqd_work_group_size !0 {
  %l = call i64 @ocl.local_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %l
  call void @ocl.barrier(i32 1)
  store float 1.0, ptr addrspace(1) %a
  ret void
}

!0 = !{i32 16, i32 4, i32 1}

attributes #0 = { "lanewise-single_items"="2" }

; The same of a matrix in one dimension, whose rows the local ids of a row of work-items store side by side.
; CHECK-LABEL: plan of 'of_strides'
; CHECK: widest fit: 16 lanes
define spir_kernel void @of_strides(ptr addrspace(1) %p, ptr addrspace(3) %square) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  br label %loop

loop:
  %k = phi i64 [ 0, %entry ], [ %k.next, %loop ]
  %row = shl nuw nsw i64 %k, 4
  %index = add nuw nsw i64 %row, %l
  %mine = getelementptr float, ptr addrspace(3) %square, i64 %index
  store float %v, ptr addrspace(3) %mine
  %k.next = add nuw nsw i64 %k, 1
  %on = icmp ult i64 %k.next, 16
  br i1 %on, label %loop, label %end

end:
  call void @ocl.barrier(i32 1)
  ret void
}

; Kernels with barriers get the lanes of two or more registers, if the kernel does not show that its work-groups are
; narrow.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)

@wide = internal addrspace(3) global [256 x float] undef
@few = internal addrspace(3) global [64 x float] undef
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

; Each work-item sums its share before all meet. Four registers of lanes hide the latency of this sum, and load more
; memory at once.
; CHECK-LABEL: plan of 'sums'
; CHECK: widest fit: 64 lanes
define spir_kernel void @sums(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %k = add i64 %at, %i
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add i64 %at, %size
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %mine = getelementptr float, ptr addrspace(3) @wide, i64 %l
  store float %more, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; Groups of fewer work-items do not get four registers of lanes.
; CHECK-LABEL: plan of 'sums_of_few'
; CHECK: widest fit: 32 lanes
define spir_kernel void @sums_of_few(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %k = add i64 %at, %i
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %a
  %more = fadd float %sum, %v
  %next = add i64 %at, %size
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %mine = getelementptr float, ptr addrspace(3) @few, i64 %l
  store float %more, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; Nor do groups get them if each iteration has enough work to hide the latency.
; CHECK-LABEL: plan of 'powers'
; CHECK: widest fit: 32 lanes
define spir_kernel void @powers(ptr addrspace(1) %p, i64 %n, i64 %size) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %k = add i64 %at, %i
  %a = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %a
  %x0 = fmul float %v, %v
  %x1 = fmul float %x0, %v
  %x2 = fmul float %x1, %v
  %x3 = fmul float %x2, %v
  %x4 = fmul float %x3, %v
  %x5 = fmul float %x4, %v
  %x6 = fmul float %x5, %v
  %x7 = fmul float %x6, %v
  %x8 = fmul float %x7, %v
  %x9 = fmul float %x8, %v
  %x10 = fmul float %x9, %v
  %x11 = fmul float %x10, %v
  %x12 = fmul float %x11, %v
  %x13 = fmul float %x12, %v
  %x14 = fmul float %x13, %v
  %x15 = fmul float %x14, %v
  %x16 = fmul float %x15, %v
  %x17 = fmul float %x16, %v
  %x18 = fmul float %x17, %v
  %x19 = fmul float %x18, %v
  %more = fadd float %sum, %x19
  %next = add i64 %at, %size
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %mine = getelementptr float, ptr addrspace(3) @wide, i64 %l
  store float %more, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  ret void
}

; No group has more than 16 work-items, because they would write past the array's end.
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

; The same holds for the rows of an array.
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

; Groups of several dimensions are as wide as the tiles that their ids index. Other ids say nothing about it.
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

; Work-groups of one work-item along the other dimension (plan/dimensions/single_items.h) have only one dimension.
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

; Only some work-items of the group write.
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

; Groups of several rows are narrower. A grid of several rows says nothing about its groups.
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

; The same holds for a matrix in one dimension, whose rows are stored by the local ids of a row of work-items.
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

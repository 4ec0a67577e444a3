; Chooses the dimension that lanes lie along: the one along which a kernel walks through memory.
; RUN: pass_opt --passes='print<dimensions;bits=512>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; There is nothing to choose from.
; CHECK-LABEL: lanes of 'line' along dimension 0
; CHECK-NEXT: costs: no matter
define spir_kernel void @line(ptr addrspace(1) %p) {
  %x = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: lanes of 'rows_in_1' along dimension 0
define spir_kernel void @rows_in_1(ptr addrspace(1) %p, i64 %w) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: lanes of 'rows_in_0' along dimension 1{{$}}
define spir_kernel void @rows_in_0(ptr addrspace(1) %p, i64 %w) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul i64 %x, %w
  %i = add i64 %row, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: lanes of 'last_first' along dimension 2
define spir_kernel void @last_first(ptr addrspace(1) %p, i64 %w, i64 %h) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %z = call i64 @ocl.global_id(i32 2)
  %plane = mul i64 %x, %h
  %row = add i64 %plane, %y
  %line = mul i64 %row, %w
  %i = add i64 %line, %z
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Neighbours lie along dimension 1, rows along 2, planes along 0.
; CHECK-LABEL: lanes of 'planes_first' along dimension 1, work-groups along dimensions 0 2 1 of the code
define spir_kernel void @planes_first(ptr addrspace(1) %p, i64 %w, i64 %h) {
  %x = call i64 @ocl.global_id(i32 1)
  %y = call i64 @ocl.global_id(i32 2)
  %z = call i64 @ocl.global_id(i32 0)
  %plane = mul i64 %z, %h
  %row = add i64 %plane, %y
  %line = mul i64 %row, %w
  %i = add i64 %line, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Scattered stores cost more than scattered loads. Tiles use all elements of the loaded cache lines.
; CHECK-LABEL: lanes of 'transposed' along dimension 1, tiles of 16 along dimension 1 of the code
define spir_kernel void @transposed(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %from_row = mul i64 %y, %w
  %from = add i64 %from_row, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %from
  %v = load float, ptr addrspace(1) %a
  %to_row = mul i64 %x, %w
  %to = add i64 %to_row, %y
  %b = getelementptr float, ptr addrspace(1) %q, i64 %to
  store float %v, ptr addrspace(1) %b
  ret void
}

; Accesses in a loop count more than accesses before it.
; CHECK-LABEL: lanes of 'loop' along dimension 1
define spir_kernel void @loop(ptr addrspace(1) %p, i64 %w) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  br label %next
next:
  %k = phi i64 [ 0, %entry ], [ %k.next, %next ]
  %sum = phi float [ 0.0, %entry ], [ %more, %next ]
  %row = mul i64 %k, %w
  %i = add i64 %row, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %along_x = mul i64 %x, %w
  %j = add i64 %along_x, %k
  %b = getelementptr float, ptr addrspace(1) %p, i64 %j
  %u = load float, ptr addrspace(1) %b
  %vu = fmul float %v, %u
  %more = fadd float %sum, %vu
  %k.next = add i64 %k, 1
  %done = icmp eq i64 %k.next, %w
  br i1 %done, label %end, label %next
end:
  %c = getelementptr float, ptr addrspace(1) %p, i64 %x
  store float %more, ptr addrspace(1) %c
  ret void
}

; An id in dimension 1 is still a ramp after it is clamped at a border.
; CHECK-LABEL: lanes of 'clamped' along dimension 1
define spir_kernel void @clamped(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %w) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %column = call i64 @llvm.smin.i64(i64 %y, i64 %w)
  %row = mul i64 %x, %w
  %i = add i64 %row, %column
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %j = add i64 %row, %y
  %b = getelementptr float, ptr addrspace(1) %q, i64 %j
  store float %v, ptr addrspace(1) %b
  ret void
}

; Work-groups with one work-item in dimension 0 have no room for lanes along it, but follow each other along it.
; CHECK-LABEL: lanes of 'narrow' along dimension 1, work-groups along dimensions 1 0 2 of the code
define spir_kernel void @narrow(ptr addrspace(1) %p, i64 %w) !reqd_work_group_size !0 {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  call void @ocl.barrier(i32 1)
  %row = mul i64 %y, %w
  %i = add i64 %row, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %n = uitofp i64 %i to float
  %n2 = fmul float %n, %n
  %n4 = fmul float %n2, %n2
  %n8 = fmul float %n4, %n4
  store float %n8, ptr addrspace(1) %a
  ret void
}

; A kernel that depends on the order of work-items keeps it.
; CHECK-LABEL: lanes of 'ordered' along dimension 0
; CHECK-NEXT: costs: no matter
define spir_kernel void @ordered(ptr addrspace(1) %p, i64 %w) #0 {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul i64 %x, %w
  %i = add i64 %row, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; Work-items that differ only in dimension 1 would store different values at one address. Groups therefore have one
; work-item in dimension 1.
; CHECK-LABEL: lanes of 'rows_of_heads' along dimension 0
define spir_kernel void @rows_of_heads(ptr addrspace(1) %p, ptr addrspace(3) %tile, i64 %w) {
  %x = call i64 @ocl.local_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul i64 %x, %w
  %i = add i64 %row, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %mine = getelementptr float, ptr addrspace(3) %tile, i64 %x
  store float %v, ptr addrspace(3) %mine
  call void @ocl.barrier(i32 1)
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; If only some work-items store, this conclusion is not possible.
; CHECK-LABEL: lanes of 'first_of_rows' along dimension 1
define spir_kernel void @first_of_rows(ptr addrspace(1) %p, ptr addrspace(3) %tile, i64 %w) {
entry:
  %x = call i64 @ocl.local_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %row = mul i64 %x, %w
  %i = add i64 %row, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %is_first = icmp eq i64 %y, 0
  br i1 %is_first, label %first, label %all
first:
  %mine = getelementptr float, ptr addrspace(3) %tile, i64 %x
  store float %v, ptr addrspace(3) %mine
  br label %all
all:
  call void @ocl.barrier(i32 1)
  store float 1.0, ptr addrspace(1) %a
  ret void
}

; The loop in which a group fills a tile has few rounds. Any other loop would outweigh the code after it.
; CHECK-LABEL: lanes of 'filled_by_groups' along dimension 1
define spir_kernel void @filled_by_groups(ptr addrspace(1) %p, ptr addrspace(3) %tile, i64 %w) {
entry:
  %l = call i64 @ocl.local_id(i32 0)
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %size = call i64 @ocl.local_size(i32 0)
  br label %fill
fill:
  %k = phi i64 [ %l, %entry ], [ %k.next, %fill ]
  %from = getelementptr float, ptr addrspace(1) %p, i64 %k
  %v = load float, ptr addrspace(1) %from
  %to = getelementptr float, ptr addrspace(3) %tile, i64 %k
  store float %v, ptr addrspace(3) %to
  %k.next = add i64 %k, %size
  %done = icmp uge i64 %k.next, %w
  br i1 %done, label %end, label %fill
end:
  call void @ocl.barrier(i32 1)
  %row = mul i64 %x, %w
  %i = add i64 %row, %y
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %b = getelementptr float, ptr addrspace(1) %a, i64 100
  %u = load float, ptr addrspace(1) %b
  store float %u, ptr addrspace(1) %a
  ret void
}

; Divisions by constants are cheap for one work-item as for many. Along dimension 0, 16 lanes load six adjacent elements,
; probably with one vector load, so the load is not counted as scattered. If lanes fill several rows, it is.
; CHECK-LABEL: lanes of 'divided' along dimension 1
; CHECK-NEXT: costs: 45(0) 6(0) 0(0) 320(128), one lane 208
define spir_kernel void @divided(ptr addrspace(1) %p) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %n = trunc i64 %x to i32
  %third = sdiv i32 %n, 3
  %i = sext i32 %third to i64
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  ret void
}

declare i64 @ocl.local_size(i32) memory(none)
attributes #0 = { "lanewise-ordered_items" }
!0 = !{i32 1, i32 256, i32 1}

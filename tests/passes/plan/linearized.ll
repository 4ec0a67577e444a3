; The cost models decide whether linearized kernels had better stay scalar. They also choose the lanes that fit
; registers and dependence chains, and whether rows stream through memory.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,MIDDLE

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)
declare i32 @ocl.enqueue(i64, i32, ptr, i64, ptr addrspace(4), i32, ptr, i32, ptr, ptr)
declare float @llvm.fma.f32(float, float, float)

; Work-items access adjacent elements, without a loop.
; CHECK-LABEL: plan of 'streams'
; CHECK-NEXT: scalar: no
; WIDE-NEXT: widest fit: 16 lanes
; MIDDLE-NEXT: widest fit: 8 lanes
; WIDE-NEXT: live at once: 32 bits a lane, room for 12288
; MIDDLE-NEXT: live at once: 32 bits a lane, room for 3072
; CHECK-NEXT: in the chains' shadow: 0 vectors
; CHECK-NEXT: streams by rows: yes
define spir_kernel void @streams(ptr addrspace(1) %p, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, %x
  store float %w, ptr addrspace(1) %a
  ret void
}

; Each work-item starts at least one cache line away from its neighbour.
; CHECK-LABEL: plan of 'columns'
; CHECK: streams by rows: no
define spir_kernel void @columns(ptr addrspace(1) %p, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr [17 x float], ptr addrspace(1) %p, i64 %i
  store float %x, ptr addrspace(1) %a
  ret void
}

; Each lane looks up a byte and does nothing with it: more lanes load no more cache lines at a time.
; CHECK-LABEL: plan of 'looks_up'
; CHECK-NEXT: scalar: no
; WIDE-NEXT: widest fit: 16 lanes
define spir_kernel void @looks_up(ptr addrspace(1) %p, ptr addrspace(1) %table) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %i
  %v = load i8, ptr addrspace(1) %a
  %index = zext i8 %v to i64
  %place = getelementptr i8, ptr addrspace(1) %table, i64 %index
  %found = load i8, ptr addrspace(1) %place
  store i8 %found, ptr addrspace(1) %a
  ret void
}

; Without mask registers, chunks at the edges have to unpack their masks.
; CHECK-LABEL: plan of 'sum_to_an_edge'
; WIDE: widest fit: 64 lanes
; MIDDLE: widest fit: 16 lanes
define spir_kernel void @sum_to_an_edge(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %in = icmp ult i64 %i, %n
  br label %inside
inside:
  call void @ocl.mask(i1 %in)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %b = getelementptr float, ptr addrspace(1) %q, i64 %i
  %x = load float, ptr addrspace(1) %a
  %y = load float, ptr addrspace(1) %b
  %x1 = fadd float %x, %y
  %x2 = fmul float %x1, %y
  %x3 = fadd float %x2, %x
  store float %x3, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

; Values beyond 16 registers are operands in memory.
; CHECK-LABEL: plan of 'five_values'
; WIDE: widest fit: 64 lanes
; MIDDLE: widest fit: 32 lanes
; CHECK-NEXT: live at once: 160 bits a lane
define spir_kernel void @five_values(ptr addrspace(1) %p, ptr addrspace(1) %q, float %u) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %a
  %x1 = fadd float %x, %u
  %x2 = fmul float %x1, %u
  %x3 = fadd float %x2, %u
  %x4 = fmul float %x3, %u
  %y1 = fadd float %x4, %x3
  %y2 = fadd float %y1, %x2
  %y3 = fadd float %y2, %x1
  %y4 = fadd float %y3, %x
  store float %y4, ptr addrspace(1) %a
  ret void
}

; The work on the looked-up value pays for more lanes.
; CHECK-LABEL: plan of 'works_on_it'
; CHECK-NEXT: scalar: no
; WIDE-NEXT: widest fit: 64 lanes
define spir_kernel void @works_on_it(ptr addrspace(1) %p, ptr addrspace(1) %t) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %index = zext i32 %v to i64
  %place = getelementptr i32, ptr addrspace(1) %t, i64 %index
  %found = load i32, ptr addrspace(1) %place
  %x1 = mul i32 %found, %v
  %x2 = xor i32 %x1, %found
  %x3 = add i32 %x2, %v
  %x4 = mul i32 %x3, %x1
  store i32 %x4, ptr addrspace(1) %a
  ret void
}

; There is less work for each of two look-ups.
; CHECK-LABEL: plan of 'works_on_two'
; CHECK-NEXT: scalar: no
; WIDE-NEXT: widest fit: 32 lanes
define spir_kernel void @works_on_two(ptr addrspace(1) %p, ptr addrspace(1) %t) "lanewise-any_grouping" {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %v = load i32, ptr addrspace(1) %a
  %index = zext i32 %v to i64
  %place = getelementptr i32, ptr addrspace(1) %t, i64 %index
  %found = load i32, ptr addrspace(1) %place
  %other = zext i32 %found to i64
  %beside = getelementptr i32, ptr addrspace(1) %t, i64 %other
  %next = load i32, ptr addrspace(1) %beside
  %x1 = mul i32 %found, %v
  %x2 = xor i32 %x1, %next
  %x3 = add i32 %x2, %v
  %x4 = mul i32 %x3, %x1
  store i32 %x4, ptr addrspace(1) %a
  ret void
}

; The chain of one sum leaves most of the core idle, so that it gets as many lanes as possible.
; CHECK-LABEL: plan of 'chain'
; CHECK-NEXT: scalar: no
; WIDE-NEXT: widest fit: 64 lanes
; MIDDLE-NEXT: widest fit: 64 lanes
; CHECK-NEXT: live at once: 32 bits a lane
; CHECK-NEXT: in the chains' shadow: 15 vectors
; CHECK-NEXT: streams by rows: no
define spir_kernel void @chain(i64 %n, float %x) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %start = uitofp i64 %i to float
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %start, %entry ], [ %more, %loop ]
  %more = call float @llvm.fma.f32(float %sum, float %x, float %x)
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Groups with barriers have the size that the program chooses. They get four registers of lanes if groups are wide and
; have a loop (groups.ll), otherwise two.
; CHECK-LABEL: plan of 'chain_with_barrier'
; WIDE: widest fit: 64 lanes
; MIDDLE: widest fit: 16 lanes
define spir_kernel void @chain_with_barrier(i64 %n, float %x) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %start = uitofp i64 %i to float
  call void @ocl.barrier(i32 1)
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %start, %entry ], [ %more, %loop ]
  %more = call float @llvm.fma.f32(float %sum, float %x, float %x)
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Lanes leave the loop at different times, and it mostly gathers.
; CHECK-LABEL: plan of 'gathers'
; CHECK-NEXT: scalar: divergent gather loop
define spir_kernel void @gathers(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %start = mul i64 %i, %i
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %at = phi i64 [ %start, %entry ], [ %to, %loop ]
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  %first = load i64, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %first
  %second = load i64, ptr addrspace(1) %b
  %to = add i64 %at, %n
  %c = icmp ult i64 %second, %n
  %on = select i1 %live, i1 %c, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  ret void
}

; A single work-item would wait for each load to know the next address. Several lanes wait at the same time.
; CHECK-LABEL: plan of 'follows'
; CHECK-NEXT: scalar: no
define spir_kernel void @follows(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %at = phi i64 [ %i, %entry ], [ %to, %loop ]
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  %first = load i64, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %first
  %to = load i64, ptr addrspace(1) %b
  %c = icmp ult i64 %to, %n
  %on = select i1 %live, i1 %c, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  ret void
}

; Gathers pay in a loop that all lanes leave together.
; CHECK-LABEL: plan of 'gathers_together'
; CHECK-NEXT: scalar: no
define spir_kernel void @gathers_together(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %i, %entry ], [ %to, %loop ]
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %at
  %first = load i64, ptr addrspace(1) %a
  %b = getelementptr i64, ptr addrspace(1) %p, i64 %first
  %to = load i64, ptr addrspace(1) %b
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; The private tables of all lanes overflow the cache.
; CHECK-LABEL: plan of 'tables'
; CHECK-NEXT: scalar: gathers from large private arrays
define spir_kernel void @tables(ptr addrspace(1) %p, i64 %n) {
entry:
  %table = alloca [8192 x i8]
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %i, %entry ], [ %to, %loop ]
  %a = getelementptr i8, ptr %table, i64 %at
  %first = load i8, ptr %a
  %wide = zext i8 %first to i64
  %b = getelementptr i8, ptr %table, i64 %wide
  %second = load i8, ptr %b
  %to = zext i8 %second to i64
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Rows of a matrix product share the loaded columns, and carry separate sums. Each of four rows gets two of 16
; registers, or four of 32.
; CHECK-LABEL: plan of 'product'
; WIDE: rows: 4 of 64 lanes
; MIDDLE: rows: 4 of 16 lanes
define spir_kernel void @product(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "lanewise-for_rows" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %y, %n
  %of_row = add i64 %row, %k
  %a = getelementptr float, ptr addrspace(1) %p, i64 %of_row
  %v = load float, ptr addrspace(1) %a
  %above = mul i64 %k, %n
  %of_column = add i64 %above, %x
  %b = getelementptr float, ptr addrspace(1) %q, i64 %of_column
  %w = load float, ptr addrspace(1) %b
  %more = call float @llvm.fma.f32(float %v, float %w, float %sum)
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; The same with rows of both factors: if lanes' loads are gathers, sharing them among rows gains even more.
; CHECK-LABEL: plan of 'product_of_rows'
; CHECK: rows: 8{{$}}
define spir_kernel void @product_of_rows(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %n) "lanewise-for_rows" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %y, %n
  %of_row = add i64 %row, %k
  %a = getelementptr float, ptr addrspace(1) %p, i64 %of_row
  %v = load float, ptr addrspace(1) %a
  %left = mul i64 %x, %n
  %of_column = add i64 %left, %k
  %b = getelementptr float, ptr addrspace(1) %q, i64 %of_column
  %w = load float, ptr addrspace(1) %b
  %more = call float @llvm.fma.f32(float %v, float %w, float %sum)
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Without a sum that one row would wait for, several rows gain nothing.
; CHECK-LABEL: plan of 'no_sum'
; CHECK: rows: 1
define spir_kernel void @no_sum(ptr addrspace(1) %q, i64 %n) "lanewise-for_rows" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %b = getelementptr float, ptr addrspace(1) %q, i64 %x
  %w = load float, ptr addrspace(1) %b
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Two rows share the uniform computations, which are most of the work.
; CHECK-LABEL: plan of 'window'
; WIDE: rows: 2 of 64 lanes
; MIDDLE: rows: 2 of 32 lanes
define spir_kernel void @window(ptr addrspace(1) %q, i64 %n, i64 %m, i64 %f) "lanewise-for_rows" "lanewise-any_grouping" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %above = mul i64 %y, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %twice = mul i64 %k, %m
  %shifted = add i64 %twice, %f
  %turned = xor i64 %shifted, %m
  %line = add i64 %turned, %above
  %least = call i64 @llvm.umin.i64(i64 %line, i64 %f)
  %place = add i64 %least, %x
  %b = getelementptr i32, ptr addrspace(1) %q, i64 %place
  %w = load i32, ptr addrspace(1) %b
  %more = xor i32 %sum, %w
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Texel functions take 16 lanes at most.
; CHECK-LABEL: plan of 'chain_of_texels'
; WIDE: widest fit: 16 lanes
; MIDDLE: widest fit: 8 lanes
declare <4 x float> @__lw_image_read_texel_float(ptr addrspace(1), i64, i32, i32, i32) memory(read)
define spir_kernel void @chain_of_texels(i64 %n, float %x, ptr addrspace(1) %image) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %at = trunc i64 %i to i32
  %texel = call <4 x float> @__lw_image_read_texel_float(ptr addrspace(1) %image, i64 0, i32 %at, i32 0, i32 0)
  %start = extractelement <4 x float> %texel, i64 0
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ %start, %entry ], [ %more, %loop ]
  %more = call float @llvm.fma.f32(float %sum, float %x, float %x)
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Each lane walks along its own row, far from the next lane's row: more lanes would evict each other's cache lines.
; CHECK-LABEL: plan of 'own_rows'
; WIDE: widest fit: 16 lanes
; MIDDLE: widest fit: 8 lanes
define spir_kernel void @own_rows(ptr addrspace(1) %p, i64 %n) "lanewise-any_grouping" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %x, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %i = add i64 %row, %k
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %more = call float @llvm.fma.f32(float %v, float %v, float %sum)
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; The same along columns: neighbours are adjacent.
; CHECK-LABEL: plan of 'own_columns'
; CHECK: widest fit: 64 lanes
define spir_kernel void @own_columns(ptr addrspace(1) %p, i64 %n) "lanewise-any_grouping" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  %row = mul i64 %k, %n
  %i = add i64 %row, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %more = call float @llvm.fma.f32(float %v, float %v, float %sum)
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; With an edge: lanes beyond the edge idle, more of them with wider chunks. Without mask registers each access computes
; its own mask.
; CHECK-LABEL: plan of 'own_columns_to_an_edge'
; WIDE: widest fit: 64 lanes
; MIDDLE: widest fit: 32 lanes
define spir_kernel void @own_columns_to_an_edge(ptr addrspace(1) %p, i64 %n) "lanewise-any_grouping" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %in = icmp ult i64 %x, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi float [ 0.0, %entry ], [ %more, %loop ]
  call void @ocl.mask(i1 %in)
  %row = mul i64 %k, %n
  %i = add i64 %row, %x
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %more = call float @llvm.fma.f32(float %v, float %v, float %sum)
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Divisions have the longest latency.
; CHECK-LABEL: plan of 'quotients'
; CHECK: in the chains' shadow: 51 vectors
define spir_kernel void @quotients(float %by, i64 %n) "lanewise-any_grouping" {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %first = sitofp i64 %x to float
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %now = phi float [ %first, %entry ], [ %less, %loop ]
  %less = fdiv float %now, %by
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; All lanes enqueue, and do nothing else.
; CHECK-LABEL: plan of 'next_step'
; CHECK-NEXT: scalar: most of the work is enqueue_kernel
define spir_kernel void @next_step(ptr addrspace(4) %block) {
entry:
  %range = alloca [80 x i8]
  %made = call i32 @ocl.enqueue(i64 0, i32 0, ptr %range, i64 0, ptr addrspace(4) %block, i32 0, ptr null, i32 0, ptr null, ptr null)
  ret void
}

; Only lanes that find something enqueue.
; CHECK-LABEL: plan of 'some_enqueue'
; CHECK-NEXT: scalar: no
define spir_kernel void @some_enqueue(ptr addrspace(1) %p, ptr addrspace(4) %block) {
entry:
  %range = alloca [80 x i8]
  %x = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %v = load i32, ptr addrspace(1) %a
  %found = icmp eq i32 %v, 0
  %any = call i1 @ocl.any(i1 %found)
  br i1 %any, label %then, label %end
then:
  call void @ocl.mask(i1 %found)
  %made = call i32 @ocl.enqueue(i64 0, i32 0, ptr %range, i64 0, ptr addrspace(4) %block, i32 0, ptr null, i32 0, ptr null, ptr null)
  br label %end
end:
  ret void
}

; Lanes claim the found elements by atomic operations, one after the other.
; CHECK-LABEL: plan of 'claims'
; CHECK-NEXT: scalar: divergent gather loop
define spir_kernel void @claims(ptr addrspace(1) %targets, ptr addrspace(1) %levels, ptr addrspace(1) %ends) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %e = getelementptr i64, ptr addrspace(1) %ends, i64 %x
  %end.of = load i64, ptr addrspace(1) %e
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %found = phi i32 [ 0, %entry ], [ %sum, %loop ]
  call void @ocl.mask(i1 %live)
  %a = getelementptr i32, ptr addrspace(1) %targets, i64 %i
  %to = load i32, ptr addrspace(1) %a
  %far = sext i32 %to to i64
  %at = add i64 %far, %x
  %b = getelementptr i32, ptr addrspace(1) %levels, i64 %at
  %old = atomicrmw add ptr addrspace(1) %b, i32 1 monotonic
  %odd = xor i32 %old, %to
  %twice = shl i32 %odd, 1
  %less = sub i32 %twice, %found
  %some = and i32 %less, 255
  %sum = add i32 %found, %some
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %end.of
  %on = select i1 %live, i1 %more, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  %c = getelementptr i32, ptr addrspace(1) %ends, i64 %x
  store i32 %sum, ptr addrspace(1) %c
  ret void
}

; All lanes increment one counter, which takes a single atomic operation.
; CHECK-LABEL: plan of 'places'
; CHECK-NEXT: scalar: no
define spir_kernel void @places(ptr addrspace(1) %targets, ptr addrspace(1) %levels, ptr addrspace(1) %ends) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %e = getelementptr i64, ptr addrspace(1) %ends, i64 %x
  %end.of = load i64, ptr addrspace(1) %e
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %found = phi i32 [ 0, %entry ], [ %sum, %loop ]
  call void @ocl.mask(i1 %live)
  %a = getelementptr i32, ptr addrspace(1) %targets, i64 %i
  %to = load i32, ptr addrspace(1) %a
  %old = atomicrmw add ptr addrspace(1) %levels, i32 1 monotonic
  %odd = xor i32 %old, %to
  %twice = shl i32 %odd, 1
  %less = sub i32 %twice, %found
  %some = and i32 %less, 255
  %sum = add i32 %found, %some
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %end.of
  %on = select i1 %live, i1 %more, i1 false
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %loop, label %end
end:
  %c = getelementptr i32, ptr addrspace(1) %ends, i64 %x
  store i32 %sum, ptr addrspace(1) %c
  ret void
}

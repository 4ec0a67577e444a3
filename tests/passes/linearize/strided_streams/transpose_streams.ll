; Lanes walk along separate rows by loads and stores, which then read and write blocks of the rows (strip-mining).
; RUN: pass_opt --passes=transpose_streams,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i1 @ocl.any(i1)

; CHECK-LABEL: define spir_kernel void @sum(
; CHECK: %row_block = alloca [8 x double], align 8
; CHECK: %whole_blocks = and i64 %n, -8
; CHECK: %streamed = phi i64 [ 0, %entry ], [ %streamed.next, %{{.*}} ]
; CHECK: %in_block = icmp ult i64 %streamed, %whole_blocks
; CHECK: %place = and i64 %streamed, 7
; CHECK: br i1 %new_block, label %[[FILL:.*]], label %[[AFTER:.*]]
; CHECK: [[FILL]]:
; CHECK-NEXT: %row = load <8 x double>, ptr addrspace(1) %p, align 8
; CHECK: [[AFTER]]:
; CHECK-NEXT: br i1 %in_block, label %[[READ:.*]], label %[[DIRECT:.*]]
; CHECK: [[READ]]:
; CHECK: %[[ELEMENT:.*]] = load double, ptr %{{.*}}, align 8
; CHECK: [[DIRECT]]:
; CHECK-NEXT: %x = load double, ptr addrspace(1) %p, align 8
; CHECK: %streamed.element = phi double [ %[[ELEMENT]], %[[READ]] ], [ %x, %[[DIRECT]] ]
; CHECK: fadd double %s, %streamed.element
define spir_kernel void @sum(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %s = phi double [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %index = add i64 %first, %i
  %p = getelementptr double, ptr addrspace(1) %a, i64 %index
  %x = load double, ptr addrspace(1) %p, align 8
  %sum = fadd double %s, %x
  %next = add nuw nsw i64 %i, 1
  br label %loop
end:
  %to = getelementptr double, ptr addrspace(1) %a, i64 %id
  store double %s, ptr addrspace(1) %to, align 8
  ret void
}

; The loop walks downwards: each block ends at the address of its first iteration, and its last element comes first.
; CHECK-LABEL: define spir_kernel void @down(
; CHECK: br i1 %new_block, label %[[FILL:.*]], label
; CHECK: [[FILL]]:
; CHECK-NEXT: %[[FIRST:.*]] = getelementptr double, ptr addrspace(1) %p, i64 -7
; CHECK-NEXT: %row = load <8 x double>, ptr addrspace(1) %[[FIRST]], align 8
; CHECK-NEXT: %[[LAST:.*]] = extractelement <8 x double> %row, i64 7
; CHECK-NEXT: %[[BEGIN:.*]] = getelementptr inbounds double, ptr %row_block, i64 0
; CHECK-NEXT: store double %[[LAST]], ptr %[[BEGIN]], align 8
define spir_kernel void @down(ptr addrspace(1) %a, i64 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ %n, %entry ], [ %next, %body ]
  %s = phi double [ 0.0, %entry ], [ %sum, %body ]
  %more = icmp ne i64 %i, 0
  br i1 %more, label %body, label %end
body:
  %next = add nsw i64 %i, -1
  %index = add i64 %first, %next
  %p = getelementptr double, ptr addrspace(1) %a, i64 %index
  %x = load double, ptr addrspace(1) %p, align 8
  %sum = fadd double %s, %x
  br label %loop
end:
  %to = getelementptr double, ptr addrspace(1) %a, i64 %id
  store double %s, ptr addrspace(1) %to, align 8
  ret void
}

; The index is unsigned and may wrap around, and there is a store beside the load. Lanes vote whether a block equals the
; elements they would load, and whether no load reads an address that a delayed store would write.
; CHECK-LABEL: define spir_kernel void @beside_a_store(
; CHECK: %had_block = phi i1 [ false, %entry ], [ %has_block, %{{.*}} ]
; CHECK: %[[KEPT:.*]] = and i1 %had_block, %in_block
; CHECK: icmp ugt i32 %index, -8
; CHECK: %[[OTHER:.*]] = ptrtoint ptr addrspace(1) %{{.*}} to i64
; CHECK-NEXT: %[[OWN:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK-NEXT: %[[LOW:.*]] = add i64 %[[OWN]], 1
; CHECK-NEXT: icmp sge i64 %[[OTHER]], %[[LOW]]
; CHECK-NEXT: %[[HIGH:.*]] = add i64 %[[OWN]], 64
; CHECK-NEXT: icmp slt i64 %[[OTHER]], %[[HIGH]]
; CHECK: %block_differs = freeze i1
; CHECK-NEXT: %[[ANY:.*]] = call i1 @ocl.any(i1 %block_differs)
; CHECK: %[[NONE:.*]] = xor i1 %[[ANY]], true
; CHECK-NEXT: br i1 %[[NONE]], label %[[FILL:.*]], label %
; CHECK: [[FILL]]:
; CHECK-NEXT: %row = load <8 x i64>
; CHECK: %has_block = phi i1 [ %[[KEPT]], %loop ], [ %made_block, %{{.*}} ]
; CHECK: %[[LATE:.*]] = phi i1 [ %{{.*}}, %{{.*}} ], [ %is_same{{.*}}, %{{.*}} ]
; CHECK: br i1 %[[LATE]], label %[[KEEP:.*]], label %[[NOW:.*]]
; CHECK: [[KEEP]]:
; CHECK: store i64 %streamed.element, ptr %{{.*}}
; CHECK: [[NOW]]:
; CHECK-NEXT: store i64 %streamed.element, ptr addrspace(1) %q, align 8
define spir_kernel void @beside_a_store(ptr addrspace(1) %a, ptr addrspace(1) %b, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %id32 = trunc i64 %id to i32
  %first = mul i32 %id32, %n
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %index = add i32 %first, %i
  %wide = zext i32 %index to i64
  %p = getelementptr i64, ptr addrspace(1) %a, i64 %wide
  %x = load i64, ptr addrspace(1) %p, align 8
  %q = getelementptr i64, ptr addrspace(1) %b, i64 %wide
  store i64 %x, ptr addrspace(1) %q, align 8
  %next = add nuw nsw i32 %i, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The store goes to another object than all loads, so its elements are kept in the block without a vote.
; CHECK-LABEL: define spir_kernel void @stores(
; CHECK-NOT: ocl.any
; CHECK: br i1 %in_block, label %[[KEEP:.*]], label %[[NOW:.*]]
; CHECK: [[KEEP]]:
; CHECK: store double %x, ptr %{{.*}}, align 8
; CHECK: %last_of_block = icmp eq i64 %place, 7
; CHECK: br i1 %last_of_block, label %[[LAST:.*]], label %
; CHECK: [[LAST]]:
; CHECK: %[[FIRST:.*]] = getelementptr double, ptr addrspace(1) %q, i64 -7
; CHECK-NEXT: store <8 x double> %{{.*}}, ptr addrspace(1) %[[FIRST]], align 8
; CHECK: [[NOW]]:
; CHECK-NEXT: store double %x, ptr addrspace(1) %q, align 8
define spir_kernel void @stores(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr double, ptr addrspace(1) %a, i64 %i
  %x = load double, ptr addrspace(1) %p, align 8
  %index = add i64 %first, %i
  %q = getelementptr double, ptr addrspace(1) %b, i64 %index
  store double %x, ptr addrspace(1) %q, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; 32-bit elements are transferred by cache lines, the last ones by half a line.
; CHECK-LABEL: define spir_kernel void @lines(
; CHECK: %row_block{{.*}} = alloca [16 x float], align 4
; CHECK: %whole_blocks{{.*}} = and i64 %{{.*}}, -8
; CHECK: %place = and i64 %streamed, 15
; CHECK: br i1 %new_block, label %[[FILL:.*]], label %
; CHECK: [[FILL]]:
; CHECK-NEXT: %[[LEFT:.*]] = sub i64 %whole_blocks, %streamed
; CHECK-NEXT: %is_whole = icmp uge i64 %[[LEFT]], 16
; CHECK-NEXT: br i1 %is_whole, label %[[LINE:.*]], label %[[AFTER:.*]]
; CHECK: [[LINE]]:
; CHECK-NEXT: load <16 x float>, ptr addrspace(1) %p, align 4
; CHECK: [[AFTER]]:
; CHECK-NEXT: %[[IS_HALF:.*]] = xor i1 %is_whole, true
; CHECK-NEXT: br i1 %[[IS_HALF]], label %[[HALF:.*]], label %
; CHECK: [[HALF]]:
; CHECK-NEXT: load <8 x float>, ptr addrspace(1) %p, align 4
; CHECK: %last_of_block = icmp eq i64 %{{.*}}, 15
; CHECK: %[[NEXT:.*]] = add i64 %streamed, 1
; CHECK: %[[IS_END:.*]] = icmp eq i64 %[[NEXT]], %whole_blocks
; CHECK: or i1 %last_of_block, %[[IS_END]]
; CHECK: br i1 %last_of_block, label %[[LAST:.*]], label %
; CHECK: [[LAST]]:
; CHECK: %[[FIRST:.*]] = getelementptr float, ptr addrspace(1) %q, i64 -15
; CHECK-NEXT: store <16 x float> %{{.*}}, ptr addrspace(1) %[[FIRST]], align 4
; CHECK: getelementptr float, ptr addrspace(1) %q, i64 -7
; CHECK-NEXT: store <8 x float>
define spir_kernel void @lines(ptr addrspace(1) noalias %a, ptr addrspace(1) noalias %b, i64 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %index = add i64 %first, %i
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  %x = load float, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %b, i64 %index
  store float %x, ptr addrspace(1) %q, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A load from anywhere may read an address that a delayed store would write.
; CHECK-LABEL: define spir_kernel void @reads_anywhere(
; CHECK-NOT: row_block
; CHECK: ret void
define spir_kernel void @reads_anywhere(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %place = phi i64 [ 0, %entry ], [ %x, %loop ]
  %p = getelementptr i64, ptr addrspace(1) %a, i64 %place
  %x = load i64, ptr addrspace(1) %p, align 8
  %index = add i64 %first, %i
  %q = getelementptr i64, ptr addrspace(1) %b, i64 %index
  store i64 %x, ptr addrspace(1) %q, align 8
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; Excluded: masked loops, loads of some iterations only, lanes that lie side by side, stores to anywhere, and stores to
; one place.
; CHECK-LABEL: define spir_kernel void @left(
; CHECK-NOT: row_block
; CHECK: ret void
define spir_kernel void @left(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, i1 %on) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %masked
masked:
  %i = phi i64 [ 0, %entry ], [ %i.next, %masked ]
  call void @ocl.mask(i1 %on)
  %i.index = add i64 %first, %i
  %i.p = getelementptr i32, ptr addrspace(1) %a, i64 %i.index
  %i.x = load i32, ptr addrspace(1) %i.p, align 4
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %masked, label %some
some:
  %j = phi i64 [ 0, %masked ], [ %j.next, %some.end ]
  %odd = trunc i64 %j to i1
  br i1 %odd, label %some.load, label %some.end
some.load:
  %j.index = add i64 %first, %j
  %j.p = getelementptr i32, ptr addrspace(1) %a, i64 %j.index
  %j.x = load i32, ptr addrspace(1) %j.p, align 4
  br label %some.end
some.end:
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %some, label %neighbours
neighbours:
  %k = phi i64 [ 0, %some.end ], [ %k.next, %neighbours ]
  %k.index = add i64 %id, %k
  %k.p = getelementptr i32, ptr addrspace(1) %a, i64 %k.index
  %k.x = load i32, ptr addrspace(1) %k.p, align 4
  %k.next = add nuw nsw i64 %k, 1
  %k.more = icmp ult i64 %k.next, %n
  br i1 %k.more, label %neighbours, label %anywhere
anywhere:
  %l = phi i64 [ 0, %neighbours ], [ %l.next, %anywhere ]
  %l.index = add i64 %first, %l
  %l.p = getelementptr i32, ptr addrspace(1) %a, i64 %l.index
  %l.x = load i32, ptr addrspace(1) %l.p, align 4
  %l.to = getelementptr i32, ptr addrspace(1) %b, i32 %l.x
  store i32 1, ptr addrspace(1) %l.to, align 4
  %l.next = add nuw nsw i64 %l, 1
  %l.more = icmp ult i64 %l.next, %n
  br i1 %l.more, label %anywhere, label %one
one:
  %m = phi i64 [ 0, %anywhere ], [ %m.next, %one ]
  %m.index = add i64 %first, %m
  %m.p = getelementptr i32, ptr addrspace(1) %a, i64 %m.index
  %m.x = load i32, ptr addrspace(1) %m.p, align 4
  %m.to = getelementptr i32, ptr addrspace(1) %b, i64 %id
  store i32 %m.x, ptr addrspace(1) %m.to, align 4
  %m.next = add nuw nsw i64 %m, 1
  %m.more = icmp ult i64 %m.next, %n
  br i1 %m.more, label %one, label %end
end:
  ret void
}

; Lanes leave the outer loop one by one. Blocks are read and written only for the remaining lanes; the private arrays
; are allocated for all lanes.
; CHECK-LABEL: define spir_kernel void @one_after_another(
; CHECK: %row_block = alloca [8 x i8], align 1
; CHECK: br i1 %new_block, label %[[FILL:.*]], label %[[AFTER:.*]]
; CHECK: [[FILL]]:
; CHECK-NEXT: call void @ocl.mask(i1 %on)
; CHECK-NEXT: %row = load <8 x i8>, ptr addrspace(1) %p, align 1
; CHECK-NEXT: br label %[[KEEP:.*]]
; CHECK: [[KEEP]]:
; CHECK-NEXT: extractelement
; CHECK: [[AFTER]]:
; CHECK-NEXT: call void @ocl.mask(i1 %on)
; CHECK-NEXT: br i1 %in_block, label %[[READ:.*]], label %[[DIRECT:.*]]
; CHECK: [[READ]]:
; CHECK-NEXT: getelementptr
; CHECK-NEXT: load i8, ptr %{{.*}}, align 1
; CHECK: [[DIRECT]]:
; CHECK-NEXT: call void @ocl.mask(i1 %on)
; CHECK-NEXT: %x = load i8, ptr addrspace(1) %p, align 1
; CHECK: %streamed.element = phi i8
; CHECK-NEXT: call void @ocl.mask(i1 %on)
define spir_kernel void @one_after_another(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, i64 %rows) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  br label %outer
outer:
  %live = phi i1 [ true, %entry ], [ %on, %outer.end ]
  %item = phi i64 [ %id, %entry ], [ %item.next, %outer.end ]
  call void @ocl.mask(i1 %live)
  %has_row = icmp ult i64 %item, %rows
  %on = select i1 %live, i1 %has_row, i1 false
  %some = call i1 @ocl.any(i1 %on)
  br i1 %some, label %before, label %end
before:
  call void @ocl.mask(i1 %on)
  %first = mul i64 %item, %n
  br label %loop
loop:
  %i = phi i64 [ 0, %before ], [ %next, %loop ]
  %s = phi i8 [ 0, %before ], [ %sum, %loop ]
  call void @ocl.mask(i1 %on)
  %index = add i64 %first, %i
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %x = load i8, ptr addrspace(1) %p, align 1
  %sum = add i8 %s, %x
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 16
  br i1 %more, label %loop, label %outer.end
outer.end:
  call void @ocl.mask(i1 %on)
  %to = getelementptr i8, ptr addrspace(1) %b, i64 %item
  store i8 %sum, ptr addrspace(1) %to, align 1
  %item.next = add i64 %item, 1000
  br label %outer
end:
  ret void
}

; Excluded: a loop of few iterations, and a loop that a condition in the outer loop masks, because it has another
; version.
; CHECK-LABEL: define spir_kernel void @not_worth_it(
; CHECK-NOT: row_block
define spir_kernel void @not_worth_it(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n, i64 %rows, i1 %on) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %id, %n
  br label %few
few:
  %i = phi i64 [ 0, %entry ], [ %next, %few ]
  %index = add i64 %first, %i
  %p = getelementptr i8, ptr addrspace(1) %a, i64 %index
  %x = load i8, ptr addrspace(1) %p, align 1
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 15
  br i1 %more, label %few, label %outer
outer:
  %item = phi i64 [ %id, %few ], [ %item.next, %outer.next ]
  br label %choice
choice:
  %chosen = icmp eq i64 %item, 7
  br label %masked
masked:
  %j = phi i64 [ 0, %choice ], [ %j.next, %masked ]
  call void @ocl.mask(i1 %chosen)
  %j.index = add i64 %first, %j
  %j.p = getelementptr i8, ptr addrspace(1) %a, i64 %j.index
  %j.x = load i8, ptr addrspace(1) %j.p, align 1
  %j.next = add nuw nsw i64 %j, 1
  %item.next = add i64 %item, 1000
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %masked, label %outer.next
outer.next:
  %again = icmp ult i64 %item.next, %rows
  br i1 %again, label %outer, label %outer.end
outer.end:
  ret void
}

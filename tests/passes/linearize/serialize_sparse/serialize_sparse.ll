; A divergent region becomes a function, which few active lanes call one after the other.
; RUN: expand %s | pass_opt --passes=serialize_sparse,verify - | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
@table = internal addrspace(2) constant [4 x float] [float 1.0, float 2.0, float 3.0, float 4.0]
@tile = internal addrspace(3) global [64 x float] poison

; One side of a branch. Ids and local memory are passed as arguments; the function refers to constants directly.
; CHECK-LABEL: define spir_kernel void @side(
; CHECK: br i1 %c, label %then.ask, label %join
; CHECK: then.ask:
; CHECK-NEXT: %[[ON:.*]] = call i32 @ocl.lanes_total(i32 1)
; CHECK-NEXT: %[[FEW:.*]] = icmp ule i32 %[[ON]], {{[0-9]+}}
; CHECK-NEXT: br i1 %[[FEW]], label %then.few, label %then
; CHECK: then:
; CHECK: br label %loop
; CHECK: then.few:
; CHECK: %[[GROUP:.*]] = call i64 @ocl.group_id(i32 0)
; CHECK: %[[ALL:.*]] = call { float } @side.region(ptr addrspace(1) %edges, i64 %id, ptr addrspace(3) @tile, i64 %[[GROUP]])
; CHECK: %[[ONE:.*]] = extractvalue { float } %[[ALL]], 0
; CHECK: br label %then.met
; CHECK: then.left:
; CHECK-NEXT: %[[LEFT:.*]] = phi float [ %next, %loop ]
; CHECK: then.met:
; CHECK-NEXT: %[[MET:.*]] = phi float [ %[[LEFT]], %then.left ], [ %[[ONE]], %then.few ]
; CHECK: join:
; CHECK-NEXT: %result = phi float [ 0.000000e+00, %entry ], [ %[[MET]], %then.met ]
define spir_kernel void @side(ptr addrspace(1) %flags, ptr addrspace(1) %edges, ptr addrspace(1) %out) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %flag.p = getelementptr i32, ptr addrspace(1) %flags, i64 %id
  %flag = load i32, ptr addrspace(1) %flag.p, align 4
  %c = icmp ne i32 %flag, 0
  br i1 %c, label %then, label %join
then:
  %first.p = getelementptr i32, ptr addrspace(1) %edges, i64 %id
  %first = load i32, ptr addrspace(1) %first.p, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %then ], [ %i.next, %loop ]
  %at = phi i32 [ %first, %then ], [ %at.next, %loop ]
  %sum = phi float [ 0.0, %then ], [ %next, %loop ]
  %edge.p = getelementptr i32, ptr addrspace(1) %edges, i32 %at
  %at.next = load i32, ptr addrspace(1) %edge.p, align 4
  %low = and i32 %at.next, 3
  %x.p = getelementptr [4 x float], ptr addrspace(2) @table, i32 0, i32 %low
  %x = load float, ptr addrspace(2) %x.p, align 4
  %y.p = getelementptr [64 x float], ptr addrspace(3) @tile, i32 0, i32 %low
  %y = load float, ptr addrspace(3) %y.p, align 4
  %group = call i64 @ocl.group_id(i32 0)
  %z = uitofp i64 %group to float
  %xy = fmul float %x, %y
  %xyz = fadd float %xy, %z
  %next = fadd float %sum, %xyz
  %i.next = add nuw i32 %i, 1
  %more = icmp ult i32 %i.next, 20
  br i1 %more, label %loop, label %join
join:
  %result = phi float [ 0.0, %entry ], [ %next, %loop ]
  %out.p = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %result, ptr addrspace(1) %out.p, align 4
  ret void
}

; The rest of a loop continues with the values of the last iteration.
; CHECK-LABEL: define spir_kernel void @rest(
; CHECK: loop.ask:
; CHECK-NEXT: %at = phi i64 [ %id, %entry ], [ %next, %body ]
; CHECK-NEXT: %[[LIVE:.*]] = call i32 @ocl.lanes_total(i32 1)
; CHECK: br i1 %{{.*}}, label %loop.few, label %loop
; CHECK: loop:
; CHECK: br i1 %more, label %body, label %loop.left
; CHECK: body:
; CHECK-NEXT: br label %loop.ask
; CHECK: loop.few:
; CHECK-NEXT: %[[AT:.*]] = phi i64 [ %at, %loop.ask ]
; CHECK-NEXT: %[[ALL:.*]] = call { i64 } @rest.region(ptr addrspace(1) %list, i64 %[[AT]])
define spir_kernel void @rest(ptr addrspace(1) %list, ptr addrspace(1) %out) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %at = phi i64 [ %id, %entry ], [ %next, %body ]
  %p = getelementptr i64, ptr addrspace(1) %list, i64 %at
  %a = load i64, ptr addrspace(1) %p, align 8
  %a.p = getelementptr i64, ptr addrspace(1) %list, i64 %a
  %b = load i64, ptr addrspace(1) %a.p, align 8
  %b.p = getelementptr i64, ptr addrspace(1) %list, i64 %b
  %c = load i64, ptr addrspace(1) %b.p, align 8
  %c.p = getelementptr i64, ptr addrspace(1) %list, i64 %c
  %d = load i64, ptr addrspace(1) %c.p, align 8
  %d.p = getelementptr i64, ptr addrspace(1) %list, i64 %d
  %e = load i64, ptr addrspace(1) %d.p, align 8
  %e.p = getelementptr i64, ptr addrspace(1) %list, i64 %e
  %f = load i64, ptr addrspace(1) %e.p, align 8
  %f.p = getelementptr i64, ptr addrspace(1) %list, i64 %f
  %g = load i64, ptr addrspace(1) %f.p, align 8
  %g.p = getelementptr i64, ptr addrspace(1) %list, i64 %g
  %next = load i64, ptr addrspace(1) %g.p, align 8
  %more = icmp ne i64 %next, 0
  br i1 %more, label %body, label %end
body:
  br label %loop
end:
  %last = phi i64 [ %at, %loop ]
  %out.p = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %last, ptr addrspace(1) %out.p, align 8
  ret void
}

; The elements of a private array that the region only reads are passed as arguments. A private array used only in the
; region moves into the function.
; CHECK-LABEL: define spir_kernel void @arrays(
; CHECK: then.few:
; CHECK: %[[FIRST:.*]] = load i32, ptr %{{.*}}, align 4
; CHECK: %[[SECOND:.*]] = load i32, ptr %{{.*}}, align 4
; CHECK: call { i32 } @arrays.region(i64 %id, ptr addrspace(1) %list, i32 %[[FIRST]], i32 %[[SECOND]])
define spir_kernel void @arrays(ptr addrspace(1) %list, ptr addrspace(1) %out) {
entry:
  %read = alloca [2 x i32], align 4
  %own = alloca [8 x i32], align 4
  %id = call i64 @ocl.global_id(i32 0)
  %flag.p = getelementptr i32, ptr addrspace(1) %list, i64 %id
  %flag = load i32, ptr addrspace(1) %flag.p, align 4
  store i32 %flag, ptr %read, align 4
  %second = getelementptr i32, ptr %read, i64 1
  store i32 7, ptr %second, align 4
  %c = icmp eq i32 %flag, 0
  br i1 %c, label %then, label %join
then:
  br label %loop
loop:
  %i = phi i64 [ %id, %then ], [ %i.next, %loop ]
  %n = phi i32 [ 0, %then ], [ %n.next, %loop ]
  %p = getelementptr i32, ptr addrspace(1) %list, i64 %i
  %x = load i32, ptr addrspace(1) %p, align 4
  %low = and i32 %x, 1
  %q = getelementptr i32, ptr %read, i32 %low
  %y = load i32, ptr %q, align 4
  %high = and i32 %x, 7
  %r = getelementptr i32, ptr %own, i32 %high
  store i32 %y, ptr %r, align 4
  %s = getelementptr i32, ptr %own, i32 %low
  %z = load i32, ptr %s, align 4
  %i.next = zext i32 %z to i64
  %n.next = add i32 %n, 1
  %more = icmp ult i32 %n.next, 9
  br i1 %more, label %loop, label %join
join:
  %result = phi i32 [ 0, %entry ], [ %z, %loop ]
  %out.p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %result, ptr addrspace(1) %out.p, align 4
  ret void
}

; A large region in which lanes gain little exists only in the function.
; CHECK-LABEL: define spir_kernel void @large(
; CHECK-NOT: @ocl.lanes_total
; CHECK: then.ask:
; CHECK-NEXT: br label %then.few
; CHECK-NOT: then:
; CHECK: call { i32 } @large.region(i32 %flag, ptr addrspace(1) %list)
; CHECK: ret void
define spir_kernel void @large(ptr addrspace(1) %list, ptr addrspace(1) %out) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %flag.p = getelementptr i32, ptr addrspace(1) %list, i64 %id
  %flag = load i32, ptr addrspace(1) %flag.p, align 4
  %c = icmp eq i32 %flag, 0
  br i1 %c, label %then, label %join
then:
  %x0 = add i32 %flag, 1
; FOR n IN 1..510
  %p{n} = getelementptr i32, ptr addrspace(1) %list, i32 %x{n-1}
  %x{n} = load i32, ptr addrspace(1) %p{n}, align 4
; END
  br label %join
join:
  %result = phi i32 [ 0, %entry ], [ %x510, %then ]
  %out.p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %result, ptr addrspace(1) %out.p, align 4
  ret void
}

; Excluded: conditions on ids alone, regions with barriers, and regions that write a private array which is read later.
; CHECK-LABEL: define spir_kernel void @left(
; CHECK-NOT: @ocl.lanes_total
; CHECK: ret void
define spir_kernel void @left(ptr addrspace(1) %list, ptr addrspace(1) %out, i64 %n) {
entry:
  %array = alloca [4 x i64], align 8
  %id = call i64 @ocl.global_id(i32 0)
  %inside = icmp ult i64 %id, %n
  br i1 %inside, label %walk, label %flags
walk:
  %at = phi i64 [ %id, %entry ], [ %next, %walk ]
  %k = phi i64 [ 0, %entry ], [ %k.next, %walk ]
  %p = getelementptr i64, ptr addrspace(1) %list, i64 %at
  %next = load i64, ptr addrspace(1) %p, align 8
  %k.next = add i64 %k, 1
  %walks = icmp ult i64 %k.next, 50
  br i1 %walks, label %walk, label %walked
walked:
  store i64 %next, ptr addrspace(1) %out, align 8
  br label %flags
flags:
  %flag.p = getelementptr i64, ptr addrspace(1) %list, i64 %id
  %flag = load i64, ptr addrspace(1) %flag.p, align 8
  %c = icmp eq i64 %flag, 0
  br i1 %c, label %wait, label %write
wait:
  %w.at = phi i64 [ %id, %flags ], [ %w.next, %wait ]
  %w = phi i64 [ 0, %flags ], [ %w.k, %wait ]
  %w.p = getelementptr i64, ptr addrspace(1) %list, i64 %w.at
  %w.next = load i64, ptr addrspace(1) %w.p, align 8
  call void @ocl.barrier(i32 1)
  %w.k = add i64 %w, 1
  %waits = icmp ult i64 %w.k, 50
  br i1 %waits, label %wait, label %write
write:
  %d = icmp eq i64 %flag, 1
  br i1 %d, label %fill, label %end
fill:
  %f.at = phi i64 [ %id, %write ], [ %f.next, %fill ]
  %f = phi i64 [ 0, %write ], [ %f.k, %fill ]
  %f.p = getelementptr i64, ptr addrspace(1) %list, i64 %f.at
  %f.next = load i64, ptr addrspace(1) %f.p, align 8
  %low = and i64 %f.next, 3
  %slot = getelementptr i64, ptr %array, i64 %low
  store i64 %f, ptr %slot, align 8
  %f.k = add i64 %f, 1
  %fills = icmp ult i64 %f.k, 50
  br i1 %fills, label %fill, label %end
end:
  %read.p = getelementptr i64, ptr %array, i64 0
  %read = load i64, ptr %read.p, align 8
  %out.p = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %read, ptr addrspace(1) %out.p, align 8
  ret void
}

; CHECK-LABEL: define internal { float } @side.region(
; CHECK: %[[ARM_X:.*]] = getelementptr [4 x float], ptr addrspace(2) @table, i32 0
; CHECK: getelementptr [64 x float], ptr addrspace(3) %2, i32 0
; CHECK: uitofp i64 %3 to float
; CHECK: ret { float }
; CHECK-LABEL: define internal { i64 } @rest.region(
; CHECK: phi i64 [ %1, %entry ]
; CHECK-LABEL: define internal { i32 } @arrays.region(
; CHECK: alloca [8 x i32]
; CHECK: alloca [2 x i32]
; CHECK: store i32 %2
; CHECK: store i32 %3

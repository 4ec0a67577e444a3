; A value that a loop stores to one address in all iterations is kept in a register (scalar replacement). A second
; version of the loop handles addresses that may alias.
; RUN: pass_opt --passes=promote_reductions,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @product(
; CHECK: entry:
; CHECK: %[[MORE:.*]] = sub i64 %{{.*}}, 8
; CHECK: %[[MANY:.*]] = icmp ult i64 %[[MORE]], 2147483640
; CHECK: br i1 %[[MANY]], label %compare_places, label %promote_reductions.in_memory
; CHECK: compare_places:
; CHECK: call i64 @llvm.umin.i64
; CHECK: call i64 @llvm.umax.i64
; CHECK: %sums_meet = freeze i1
; CHECK: %[[ANY:.*]] = call i1 @ocl.any(i1 %sums_meet)
; CHECK: br i1 %[[ANY]], label %promote_reductions.in_memory, label %promote_reductions
; CHECK: loop.in_memory:
; CHECK: %old.in_memory = load float, ptr addrspace(1)
; CHECK: store float %new.in_memory
; CHECK: promote_reductions:
; CHECK: %sum.first = load float, ptr addrspace(1) %{{.*}}, align 4
; CHECK: loop:
; CHECK-NEXT: %sum = phi float [ %sum.first, %promote_reductions ], [ %new, %loop ]
; CHECK-NOT: store
; CHECK: %new = fadd float %sum, %product
; CHECK: br i1 %more, label %loop, label %[[LEFT:.*]]
; CHECK: [[LEFT]]:
; CHECK: store float %new, ptr addrspace(1) %{{.*}}, align 4
define spir_kernel void @product(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n, i64 %at) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %product = load float, ptr addrspace(1) %p, align 4
  %q = getelementptr float, ptr addrspace(1) %c, i64 %at
  %old = load float, ptr addrspace(1) %q, align 4
  %new = fadd float %old, %product
  store float %new, ptr addrspace(1) %q, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; The address is not computed before the loop, because divisions are not hoisted.
; CHECK-LABEL: define spir_kernel void @remainder(
; CHECK-NOT: compare_places
; CHECK: loop:
; CHECK: store i16 %value, ptr addrspace(1) %q, align 2
define spir_kernel void @remainder(ptr addrspace(1) %c, i64 %n, i64 %at, i16 %value) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %rest = urem i64 %at, 7
  %q = getelementptr i16, ptr addrspace(1) %c, i64 %rest
  store i16 %value, ptr addrspace(1) %q, align 2
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; A masked loop keeps the mask for loads and stores. Members of one struct and memory of other kinds do not alias.
; CHECK-LABEL: define spir_kernel void @some_lanes(
; CHECK: some:
; CHECK-NOT: {{compare_places|in_memory|ocl.any}}
; CHECK: call void @ocl.mask(i1 %on)
; CHECK-NEXT: %sum.first = load float, ptr addrspace(1)
; CHECK: loop:
; CHECK: call void @ocl.mask(i1 %on)
; CHECK-NOT: store
; CHECK: br i1 %more, label %loop, label %[[LEFT:.*]]
; CHECK: [[LEFT]]:
; CHECK-NEXT: call void @ocl.mask(i1 %on)
; CHECK-NEXT: store float
; CHECK-NEXT: store float
define spir_kernel void @some_lanes(ptr addrspace(3) %a, ptr addrspace(1) %c, i1 %on) {
entry:
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %some, label %end
some:
  call void @ocl.mask(i1 %on)
  br label %loop
loop:
  %i = phi i64 [ 0, %some ], [ %next, %loop ]
  call void @ocl.mask(i1 %on)
  %p = getelementptr float, ptr addrspace(3) %a, i64 %i
  %product = load float, ptr addrspace(3) %p, align 4
  %old = load float, ptr addrspace(1) %c, align 4
  %new = fadd float %old, %product
  store float %new, ptr addrspace(1) %c, align 4
  %q = getelementptr float, ptr addrspace(1) %c, i64 1
  %other.old = load float, ptr addrspace(1) %q, align 4
  %other.new = fadd float %other.old, %new
  store float %other.new, ptr addrspace(1) %q, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, 100
  br i1 %more, label %loop, label %after
after:
  call void @ocl.mask(i1 %on)
  br label %end
end:
  ret void
}

; Inactive lanes do not vote on whether their addresses alias.
; CHECK-LABEL: define spir_kernel void @asked(
; CHECK: compare_places:
; CHECK-NEXT: call void @ocl.mask(i1 %on)
; CHECK: %sums_meet = freeze i1
; CHECK: %[[ASKED:.*]] = select i1 %on, i1 %sums_meet, i1 false
; CHECK: call i1 @ocl.any(i1 %[[ASKED]])
define spir_kernel void @asked(ptr addrspace(1) %a, ptr addrspace(1) %c, i1 %on, i64 %n) {
entry:
  %any = call i1 @ocl.any(i1 %on)
  br i1 %any, label %some, label %end
some:
  call void @ocl.mask(i1 %on)
  br label %loop
loop:
  %i = phi i64 [ 0, %some ], [ %next, %loop ]
  call void @ocl.mask(i1 %on)
  %p = getelementptr float, ptr addrspace(1) %a, i64 %i
  %product = load float, ptr addrspace(1) %p, align 4
  %old = load float, ptr addrspace(1) %c, align 4
  %new = fadd float %old, %product
  store float %new, ptr addrspace(1) %c, align 4
  %next = add nuw nsw i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %after
after:
  call void @ocl.mask(i1 %on)
  br label %end
end:
  ret void
}

; Excluded: stores of only some iterations, further stores to other addresses, and loads from anywhere.
; CHECK-LABEL: define spir_kernel void @left(
; CHECK-NOT: {{sum|compare_places}}
; CHECK: ret void
define spir_kernel void @left(ptr addrspace(1) %a, ptr addrspace(1) %c, i64 %n) {
entry:
  br label %some
some:
  %i = phi i64 [ 0, %entry ], [ %i.next, %some.end ]
  %odd = trunc i64 %i to i1
  br i1 %odd, label %some.store, label %some.end
some.store:
  store i64 %i, ptr addrspace(1) %c, align 8
  br label %some.end
some.end:
  %i.next = add nuw nsw i64 %i, 1
  %i.more = icmp ult i64 %i.next, %n
  br i1 %i.more, label %some, label %other
other:
  %j = phi i64 [ 0, %some.end ], [ %j.next, %other ]
  store i64 %j, ptr addrspace(1) %c, align 8
  %j.p = getelementptr i64, ptr addrspace(1) %a, i64 %j
  store i64 %j, ptr addrspace(1) %j.p, align 8
  %j.next = add nuw nsw i64 %j, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %other, label %anywhere
anywhere:
  %k = phi i64 [ 0, %other ], [ %k.next, %anywhere ]
  %k.p = getelementptr i64, ptr addrspace(1) %a, i64 %k
  %k.x = load i64, ptr addrspace(1) %k.p, align 8
  %k.q = getelementptr i64, ptr addrspace(1) %a, i64 %k.x
  %k.y = load i64, ptr addrspace(1) %k.q, align 8
  store i64 %k.y, ptr addrspace(1) %c, align 8
  %k.next = add nuw nsw i64 %k, 1
  %k.more = icmp ult i64 %k.next, %n
  br i1 %k.more, label %anywhere, label %end
end:
  ret void
}

declare void @ocl.mask(i1)
declare i1 @ocl.any(i1)

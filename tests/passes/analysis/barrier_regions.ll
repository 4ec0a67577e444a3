; Finds the regions between barriers, and the values in them that all chunks of the group share.
; RUN: pass_opt --passes='print<barrier_regions>' --disable-output %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent
declare i32 @ocl.group_or(i32) convergent

; CHECK-LABEL: regions of 'k.none':
; CHECK-NEXT: region entry: entry(exit)
; CHECK-NEXT: define
; CHECK: %y = {{.*}}; hoisted{{$}}
define spir_kernel void @k.none(i32 %x) {
entry:
  %y = add i32 %x, 1
  ret void
}

; Both a barrier and a vote end a region. "Shared" values need a chunk to compute them; "hoisted" values need none.
; Values shared in another region are known already.
; CHECK-LABEL: regions of 'k.two':
; CHECK-NEXT: region entry: entry(exit)
; CHECK-NEXT: region after_barrier: after_barrier(exit)
; CHECK-NEXT: region after_barrier1: after_barrier1(exit)
; CHECK-NEXT: define
; CHECK: %i = {{[^;]*$}}
; CHECK: %g = {{.*}}; hoisted{{$}}
; CHECK: %y = {{.*}}; hoisted{{$}}
; CHECK: %a = {{[^;]*$}}
; CHECK: %same = {{.*}}; shared{{$}}
; CHECK: %made = {{.*}}; shared{{$}}
; CHECK: %own = {{[^;]*$}}
; CHECK: %sum = {{[^;]*$}}
; CHECK: %any = {{.*}}; shared{{$}}
; CHECK: %both = {{.*}}; hoisted{{$}}
define spir_kernel void @k.two(i32 %x, ptr addrspace(3) %l, ptr addrspace(1) %p) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  %g = call i64 @ocl.group_id(i32 0)
  %y = add i32 %x, 1
  %a = getelementptr i32, ptr addrspace(3) %l, i64 %i
  store i32 %y, ptr addrspace(3) %a
  call void @ocl.barrier(i32 1)
  %same = load i32, ptr addrspace(3) %l
  %made = mul i32 %same, %y
  %own = load i32, ptr addrspace(3) %a
  %sum = add i32 %own, %same
  %any = call i32 @ocl.group_or(i32 %sum)
  %both = or i32 %any, %made
  store i32 %both, ptr addrspace(1) %p
  ret void
}

; The header of a loop around a barrier joins regions. The loop's counter needs no chunk.
; CHECK-LABEL: regions of 'k.loop':
; CHECK-NEXT: region entry: entry(exit)
; CHECK-NEXT: region head: head(exit)
; CHECK-DAG: region latch: latch(exit)
; CHECK-DAG: region after_barrier: after_barrier(exit)
; CHECK-DAG: region end: end(exit)
; CHECK: define
; CHECK: %i = {{.*}}; hoisted{{$}}
; CHECK: %more = {{.*}}; hoisted{{$}}
; CHECK: %next = {{.*}}; hoisted{{$}}
define spir_kernel void @k.loop(i64 %n) {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %latch, label %end
latch:
  call void @ocl.barrier(i32 1)
  %next = add i64 %i, 1
  br label %head
end:
  ret void
}

; A branch that each chunk decides for itself lies within a region. The group must not execute its loads, because no
; chunk may need them, but may execute its computations.
; CHECK-LABEL: regions of 'k.branch':
; CHECK-NEXT: region entry: entry {{.*}}join(exit)
; CHECK-NEXT: region after_barrier: after_barrier(exit)
; CHECK-NEXT: define
; CHECK: %v = {{[^;]*$}}
; CHECK: %w = {{.*}}; hoisted{{$}}
; CHECK: %p = {{[^;]*$}}
define spir_kernel void @k.branch(i64 %n, ptr addrspace(3) %l) {
entry:
  %i = call i64 @ocl.local_id(i32 0)
  %c = icmp ult i64 %i, %n
  br i1 %c, label %then, label %join
then:
  %v = load i32, ptr addrspace(3) %l
  %w = add i64 %n, 1
  br label %join
join:
  %p = phi i32 [ %v, %then ], [ 0, %entry ]
  call void @ocl.barrier(i32 1)
  ret void
}

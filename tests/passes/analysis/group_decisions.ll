; Finds the branches that decide whether work-items meet, and those branches at which all work-items of a group provably
; take the same path.
; RUN: pass_opt --passes='print<group_decisions>' --disable-output %s | FileCheck %s
; RUN: pass_opt --passes='print<divergence;group>' --disable-output %s | FileCheck %s --check-prefix=DIFFERS

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.group_id(i32) memory(none)
declare i64 @ocl.global_size(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; CHECK-LABEL: decisions of 'none': none
; Within a group, all ids of work-items differ, and no other values.
; DIFFERS-LABEL: @none(
; DIFFERS: %x = {{.*}}; divergent{{$}}
; DIFFERS: %g = {{[^;]*$}}
; DIFFERS: %y = {{.*}}; divergent{{$}}
define spir_kernel void @none(i1 %c) {
  %x = call i64 @ocl.global_id(i32 0)
  %g = call i64 @ocl.group_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  ret void
}

; Both paths lead to the barrier.
; CHECK-LABEL: decisions of 'before': none
define spir_kernel void @before(ptr addrspace(3) %l) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %x, 7
  br i1 %c, label %then, label %join
then:
  store i32 1, ptr addrspace(3) %l
  br label %join
join:
  call void @ocl.barrier(i32 1)
  ret void
}

; CHECK-LABEL: decisions of 'around':{{$}}
; CHECK-NEXT: entry: proved
; CHECK-NOT: proved
define spir_kernel void @around(i1 %u) {
entry:
  br i1 %u, label %then, label %join
then:
  call void @ocl.barrier(i32 1)
  br label %join
join:
  ret void
}

; CHECK-LABEL: decisions of 'early_return':{{$}}
; CHECK-NEXT: entry: not proved
; CHECK-NOT: proved
define spir_kernel void @early_return(i64 %n) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %x, %n
  br i1 %c, label %go, label %out
go:
  call void @ocl.barrier(i32 1)
  br label %out
out:
  ret void
}

; A value that all work-items load from one address between two meetings is the same for all.
; CHECK-LABEL: decisions of 'loaded':{{$}}
; CHECK-NEXT: entry: proved
; CHECK-NOT: proved
; DIFFERS-LABEL: @loaded(
; DIFFERS: %v = {{[^;]*$}}
; DIFFERS: br i1 %c, {{[^;]*$}}
define spir_kernel void @loaded(ptr addrspace(3) %l) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %v = load i32, ptr addrspace(3) %l
  %c = icmp eq i32 %v, 0
  br i1 %c, label %then, label %join
then:
  call void @ocl.barrier(i32 1)
  br label %join
join:
  ret void
}

; The exit of a loop around a barrier decides, and so does the branch that leads to its next round.
; CHECK-LABEL: decisions of 'rounds':{{$}}
; CHECK-NEXT: head: proved
; CHECK-NEXT: body: not proved
; CHECK-NOT: proved
define spir_kernel void @rounds(i64 %n, i64 %m) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  call void @ocl.barrier(i32 1)
  %own = icmp ult i64 %x, %m
  br i1 %own, label %latch, label %end
latch:
  %next = add i64 %i, 1
  br label %head
end:
  ret void
}

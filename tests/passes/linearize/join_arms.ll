; Stores to one address at the end of both arms of a branch become one store after the branch.
; RUN: pass_opt --passes=join_arms,verify %s | FileCheck %s

declare void @f() memory(inaccessiblemem: readwrite)

; The address is computed in each arm. After simplification the branch is a select.
; CHECK-LABEL: define spir_kernel void @place_made_twice(
; CHECK: %of_arm = select i1 %c, float %double, float %square
; CHECK-NEXT: %[[INDEX:.*]] = add nuw i64 %row, %i
; CHECK-NEXT: %[[PLACE:.*]] = getelementptr inbounds float, ptr addrspace(1) %p, i64 %[[INDEX]]
; CHECK-NEXT: store float %of_arm, ptr addrspace(1) %[[PLACE]], align 4
; CHECK-NOT: store
; CHECK: ret void
define spir_kernel void @place_made_twice(ptr addrspace(1) %p, i64 %row, i64 %i, float %x, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  %double = fadd float %x, %x
  %then.index = add nuw i64 %row, %i
  %then.p = getelementptr inbounds float, ptr addrspace(1) %p, i64 %then.index
  store float %double, ptr addrspace(1) %then.p, align 8
  br label %end
else:
  %square = fmul float %x, %x
  %else.index = add nuw i64 %row, %i
  %else.p = getelementptr inbounds float, ptr addrspace(1) %p, i64 %else.index
  store float %square, ptr addrspace(1) %else.p, align 4
  br label %end
end:
  ret void
}

; Several stores keep their order.
; CHECK-LABEL: define spir_kernel void @two_places(
; CHECK: %[[FIRST:.*]] = select i1 %c, i32 1, i32 3
; CHECK: %[[SECOND:.*]] = select i1 %c, i32 2, i32 4
; CHECK: store i32 %[[FIRST]], ptr addrspace(1) %p, align 4
; CHECK-NEXT: store i32 %[[SECOND]], ptr addrspace(1) %q, align 4
; CHECK-NEXT: ret void
define spir_kernel void @two_places(ptr addrspace(1) %p, ptr addrspace(1) %q, i1 %c) {
entry:
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %p, align 4
  store i32 2, ptr addrspace(1) %q, align 4
  br label %end
else:
  store i32 3, ptr addrspace(1) %p, align 4
  store i32 4, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}

; The code before a loop is no arm.
; CHECK-LABEL: define spir_kernel void @loop(
; CHECK-NOT: %of_arm
; CHECK: ret void
define spir_kernel void @loop(ptr addrspace(1) %p, i32 %n) {
entry:
  store i32 0, ptr addrspace(1) %p, align 4
  br label %loop
loop:
  %i = phi i32 [ 0, %entry ], [ %next, %body ]
  %more = icmp ult i32 %i, %n
  br i1 %more, label %body, label %end
body:
  %next = add nuw i32 %i, 1
  store i32 %next, ptr addrspace(1) %p, align 4
  br label %loop
end:
  ret void
}

; Excluded: stores to other addresses, with other alignment or type, and volatile stores. Also excluded are stores that
; are not last, because a later load or call may read them, and arms whose join has other predecessors.
; CHECK-LABEL: define spir_kernel void @left(
; CHECK-NOT: %of_arm
; CHECK: ret void
define spir_kernel void @left(ptr addrspace(1) %p, ptr addrspace(1) %q, i64 %i, i1 %c, i1 %d, ptr %r) {
entry:
  br i1 %c, label %elsewhere.a, label %elsewhere.b
elsewhere.a:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %flags
elsewhere.b:
  store i32 2, ptr addrspace(1) %q, align 4
  br label %flags
flags:
  br i1 %d, label %flags.a, label %flags.b
flags.a:
  %a = add nuw i64 %i, 1
  %a.p = getelementptr i32, ptr addrspace(1) %p, i64 %a
  store i32 1, ptr addrspace(1) %a.p, align 4
  br label %type
flags.b:
  %b = add i64 %i, 1
  %b.p = getelementptr i32, ptr addrspace(1) %p, i64 %b
  store i32 2, ptr addrspace(1) %b.p, align 4
  br label %type
type:
  br i1 %c, label %type.a, label %type.b
type.a:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %order
type.b:
  store float 2.0, ptr addrspace(1) %p, align 4
  br label %order
order:
  br i1 %d, label %order.a, label %order.b
order.a:
  store volatile i32 1, ptr addrspace(1) %p, align 4
  br label %after
order.b:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %after
after:
  br i1 %c, label %after.a, label %after.b
after.a:
  store i32 1, ptr addrspace(1) %p, align 4
  call void @f()
  br label %read
after.b:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %read
read:
  br i1 %d, label %read.a, label %read.b
read.a:
  store i32 1, ptr addrspace(1) %p, align 4
  %x = load i32, ptr addrspace(1) %q, align 4
  store i32 %x, ptr %r, align 4
  br label %three
read.b:
  store i32 2, ptr addrspace(1) %p, align 4
  br label %three
three:
  br i1 %c, label %three.a, label %three.b
three.a:
  store i32 1, ptr addrspace(1) %p, align 4
  br label %end
three.b:
  store i32 2, ptr addrspace(1) %p, align 4
  br i1 %d, label %end, label %more
more:
  store i32 3, ptr addrspace(1) %q, align 4
  br label %end
end:
  ret void
}

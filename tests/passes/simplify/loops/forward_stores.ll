; A value that a loop stored or loaded in the previous iteration is carried in a register (scalar replacement).
; RUN: pass_opt --passes=forward_stores,verify %s | FileCheck %s

; The first value is loaded before the loop if there is an iteration. Later values are not loaded again.
; CHECK-LABEL: define spir_kernel void @prefix(
; CHECK: %[[RUNS:.*]] = icmp slt i64 1, %n
; CHECK: br i1 %[[RUNS]], label %[[READ:.*]], label %[[BEGIN:.*]]
; CHECK: [[READ]]:
; CHECK: %[[FIRST:.*]] = load float
; CHECK: [[BEGIN]]:
; CHECK: phi float [ %[[FIRST]], %[[READ]] ], [ 0.000000e+00, %entry ]
; CHECK: head:
; CHECK: %[[LAST:.*]] = phi float [ %{{.*}}, %[[BEGIN]] ], [ %sum, %body ]
; CHECK: body:
; CHECK-COUNT-1: load float
; CHECK: %sum = fadd float %{{.*}}, %[[LAST]]
; CHECK: store float %sum
; CHECK: exit:
define spir_kernel void @prefix(ptr addrspace(1) %x, i64 %n) {
entry:
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %next, %body ]
  %more = icmp slt i64 %j, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %x, i64 %j
  %now = load float, ptr addrspace(1) %place
  %before = getelementptr i8, ptr addrspace(1) %place, i64 -4
  %last = load float, ptr addrspace(1) %before
  %sum = fadd float %now, %last
  store float %sum, ptr addrspace(1) %place
  %next = add i64 %j, 1
  br label %head
exit:
  ret void
}

; Rows with 32-bit indices that do not wrap around, downwards; loads for the next iteration are carried as well.
; CHECK-LABEL: define spir_kernel void @back(
; CHECK: head:
; CHECK: phi float [ %{{.*}}, %{{.*}} ], [ %right, %body ]
; CHECK: body:
; CHECK-COUNT-1: load float
; CHECK: store float
; CHECK: exit:
define spir_kernel void @back(ptr addrspace(1) %x, i32 %row, i32 %n) {
entry:
  br label %head
head:
  %j = phi i32 [ %n, %entry ], [ %next, %body ]
  %more = icmp sgt i32 %j, 0
  br i1 %more, label %body, label %exit
body:
  %first = mul nsw i32 %row, %n
  %sum = add nsw i32 %first, %j
  %wide = sext i32 %sum to i64
  %place = getelementptr float, ptr addrspace(1) %x, i64 %wide
  %left = load float, ptr addrspace(1) %place
  %below = add nsw i32 %j, -1
  %other = add nsw i32 %first, %below
  %far = sext i32 %other to i64
  %beside = getelementptr float, ptr addrspace(1) %x, i64 %far
  %right = load float, ptr addrspace(1) %beside
  %mean = fmul float %left, %right
  store float %mean, ptr addrspace(1) %place
  %next = add nsw i32 %j, -1
  br label %head
exit:
  ret void
}

; The loop walks along a column, whose stride is known only at launch.
; CHECK-LABEL: define spir_kernel void @column(
; CHECK: head:
; CHECK: phi float [ %{{.*}}, %{{.*}} ], [ %sum, %body ]
; CHECK: body:
; CHECK-COUNT-1: load float
; CHECK: store float
; CHECK: exit:
define spir_kernel void @column(ptr addrspace(1) %x, i64 %i, i64 %n, i64 %m) {
entry:
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %next, %body ]
  %more = icmp slt i64 %j, %n
  br i1 %more, label %body, label %exit
body:
  %row = mul i64 %j, %m
  %at = add i64 %row, %i
  %place = getelementptr float, ptr addrspace(1) %x, i64 %at
  %now = load float, ptr addrspace(1) %place
  %above = add i64 %j, -1
  %above.row = mul i64 %above, %m
  %above.at = add i64 %above.row, %i
  %before = getelementptr float, ptr addrspace(1) %x, i64 %above.at
  %last = load float, ptr addrspace(1) %before
  %sum = fadd float %now, %last
  store float %sum, ptr addrspace(1) %place
  %next = add i64 %j, 1
  br label %head
exit:
  ret void
}

; Excluded: other stores that may alias, stores that not each iteration makes, and 32-bit indices that may wrap around.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK: head:
; CHECK-NOT: phi float
; CHECK: exit:
define spir_kernel void @others(ptr addrspace(1) %x, ptr addrspace(1) %y, i64 %n, i32 %row, i1 %some) {
entry:
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %next, %latch ]
  %more = icmp slt i64 %j, %n
  br i1 %more, label %body, label %exit
body:
  %place = getelementptr float, ptr addrspace(1) %x, i64 %j
  %before = getelementptr i8, ptr addrspace(1) %place, i64 -4
  %last = load float, ptr addrspace(1) %before
  store float %last, ptr addrspace(1) %place
  %elsewhere = getelementptr float, ptr addrspace(1) %y, i64 %j
  store float 1.0, ptr addrspace(1) %elsewhere
  br label %head2
head2:
  %k = phi i64 [ 1, %body ], [ %next2, %latch2 ]
  %more2 = icmp slt i64 %k, %n
  br i1 %more2, label %body2, label %wraps
body2:
  %place2 = getelementptr float, ptr addrspace(1) %x, i64 %k
  %before2 = getelementptr i8, ptr addrspace(1) %place2, i64 -4
  %last2 = load float, ptr addrspace(1) %before2
  br i1 %some, label %store2, label %latch2
store2:
  store float 2.0, ptr addrspace(1) %place2
  br label %latch2
latch2:
  %next2 = add i64 %k, 1
  br label %head2
wraps:
  br label %head3
head3:
  %m = phi i32 [ 1, %wraps ], [ %next3, %body3 ]
  %more3 = icmp ne i32 %m, %row
  br i1 %more3, label %body3, label %latch
body3:
  %sum3 = add i32 %row, %m
  %wide3 = sext i32 %sum3 to i64
  %place3 = getelementptr float, ptr addrspace(1) %x, i64 %wide3
  %before3 = getelementptr i8, ptr addrspace(1) %place3, i64 -4
  %last3 = load float, ptr addrspace(1) %before3
  store float %last3, ptr addrspace(1) %place3
  %next3 = add i32 %m, 1
  br label %head3
latch:
  %next = add i64 %j, 1
  br label %head
exit:
  ret void
}

; Also excluded: places that depend on the path of an iteration, even if this path is uniform.
; CHECK-LABEL: define spir_kernel void @chosen(
; CHECK: head:
; CHECK-NOT: phi i32 {{.*}}%sum
; CHECK: exit:
define spir_kernel void @chosen(ptr addrspace(1) %x, ptr addrspace(3) %y, i64 %n, i64 %m, i64 %len) {
entry:
  br label %head
head:
  %j = phi i64 [ 1, %entry ], [ %next, %join ]
  %more = icmp slt i64 %j, %n
  br i1 %more, label %body, label %exit
body:
  %far = icmp sgt i64 %m, %len
  br i1 %far, label %other, label %join
other:
  store i64 %j, ptr addrspace(3) %y
  br label %join
join:
  %k = phi i64 [ %m, %other ], [ %len, %body ]
  %at = add i64 %j, %k
  %place = getelementptr i32, ptr addrspace(1) %x, i64 %at
  %before = getelementptr i8, ptr addrspace(1) %place, i64 -4
  %last = load i32, ptr addrspace(1) %before
  %sum = add i32 %last, 1
  store i32 %sum, ptr addrspace(1) %place
  %next = add i64 %j, 1
  br label %head
exit:
  ret void
}

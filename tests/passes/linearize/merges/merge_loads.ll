; Adjacent loads, at a different address for each lane, become one load of a source vector.
; RUN: pass_opt --passes=merge_loads,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none) speculatable willreturn
declare void @ocl.mask(i1)
declare i32 @llvm.umin.i32(i32, i32)

; The lowest load need not be first.
; CHECK-LABEL: define void @four(
; CHECK: %[[LOWEST:.*]] = getelementptr i8, ptr addrspace(1) %p1, i64 -4
; CHECK-NEXT: %[[ALL:.*]] = load <4 x float>, ptr addrspace(1) %[[LOWEST]], align 4
; CHECK-DAG: %x1 = extractelement <4 x float> %[[ALL]], i64 1
; CHECK-DAG: %x0 = extractelement <4 x float> %[[ALL]], i64 0
; CHECK-DAG: %x2 = extractelement <4 x float> %[[ALL]], i64 2
; CHECK-DAG: %x3 = extractelement <4 x float> %[[ALL]], i64 3
; CHECK-NOT: load float
; CHECK: ret void
define void @four(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %out) {
  %id = call i64 @ocl.global_id(i32 0)
  %pn = getelementptr i64, ptr addrspace(1) %n, i64 %id
  %k = load i64, ptr addrspace(1) %pn
  %p0 = getelementptr [4 x float], ptr addrspace(1) %a, i64 %k
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %p3 = getelementptr i8, ptr addrspace(1) %p0, i64 12
  %x1 = load float, ptr addrspace(1) %p1
  %x0 = load float, ptr addrspace(1) %p0, align 4
  %x2 = load float, ptr addrspace(1) %p2
  %x3 = load float, ptr addrspace(1) %p3
  %s = fadd float %x0, %x1
  %t = fadd float %x2, %x3
  %u = fmul float %s, %t
  %o = getelementptr float, ptr addrspace(1) %out, i64 %id
  store float %u, ptr addrspace(1) %o
  ret void
}

; Two words become one of 64 bits. If there are three, the third is loaded by itself.
; CHECK-LABEL: define void @two(
; CHECK: load <2 x i32>, ptr addrspace(1) %{{.*}}, align 4
; CHECK: ret void
define void @two(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %out) {
  %id = call i64 @ocl.global_id(i32 0)
  %pn = getelementptr i64, ptr addrspace(1) %n, i64 %id
  %k = load i64, ptr addrspace(1) %pn
  %p0 = getelementptr [2 x i32], ptr addrspace(1) %a, i64 %k
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %x0 = load i32, ptr addrspace(1) %p0
  %x1 = load i32, ptr addrspace(1) %p1
  %s = add i32 %x0, %x1
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %s, ptr addrspace(1) %o
  ret void
}

; CHECK-LABEL: define void @three(
; CHECK-NOT: load <
; CHECK: ret void
define void @three(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %out) {
  %id = call i64 @ocl.global_id(i32 0)
  %pn = getelementptr i64, ptr addrspace(1) %n, i64 %id
  %k = load i64, ptr addrspace(1) %pn
  %p0 = getelementptr [3 x i32], ptr addrspace(1) %a, i64 %k
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %x0 = load i32, ptr addrspace(1) %p0
  %x1 = load i32, ptr addrspace(1) %p1
  %x2 = load i32, ptr addrspace(1) %p2
  %s = add i32 %x0, %x1
  %t = add i32 %s, %x2
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %t, ptr addrspace(1) %o
  ret void
}

; A store in between may change the value of the next load. With another mask, the wider load could fault.
; CHECK-LABEL: define void @apart(
; CHECK-NOT: load <
; CHECK: ret void
define void @apart(ptr addrspace(1) %a, ptr addrspace(1) %n, ptr addrspace(1) %out, i1 %m) {
  %id = call i64 @ocl.global_id(i32 0)
  %pn = getelementptr i64, ptr addrspace(1) %n, i64 %id
  %k = load i64, ptr addrspace(1) %pn
  %p0 = getelementptr [2 x i32], ptr addrspace(1) %a, i64 %k
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %p2 = getelementptr i8, ptr addrspace(1) %p0, i64 8
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  %x0 = load i32, ptr addrspace(1) %p0
  store i32 %x0, ptr addrspace(1) %o
  %x1 = load i32, ptr addrspace(1) %p1
  %s = add i32 %x0, %x1
  call void @ocl.mask(i1 %m)
  %x2 = load i32, ptr addrspace(1) %p2
  %t = add i32 %s, %x2
  store i32 %t, ptr addrspace(1) %o
  ret void
}

; Adjacent lanes load whole registers anyway. Lanes with a checked index most likely do so, too.
; CHECK-LABEL: define void @dense(
; CHECK-NOT: load <
; CHECK: ret void
define void @dense(ptr addrspace(1) %a, ptr addrspace(1) %out, i32 %w) {
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %place = call i32 @llvm.umin.i32(i32 %i, i32 %w)
  %index = zext i32 %place to i64
  %q0 = getelementptr i32, ptr addrspace(1) %a, i64 %index
  %q1 = getelementptr i8, ptr addrspace(1) %q0, i64 4
  %p0 = getelementptr i32, ptr addrspace(1) %a, i64 %id
  %p1 = getelementptr i8, ptr addrspace(1) %p0, i64 4
  %x0 = load i32, ptr addrspace(1) %p0
  %x1 = load i32, ptr addrspace(1) %p1
  %y0 = load i32, ptr addrspace(1) %q0
  %y1 = load i32, ptr addrspace(1) %q1
  %s = add i32 %x0, %x1
  %t = add i32 %y0, %y1
  %u = add i32 %s, %t
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %u, ptr addrspace(1) %o
  ret void
}

; Each iteration loads values that the previous one stored. These loads stay separate, because a wider load would
; prevent store-to-load forwarding.
; CHECK-LABEL: define void @recurrence(
; CHECK-NOT: load <
; CHECK: ret void
define void @recurrence(ptr addrspace(1) %a, i32 %w) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %y = trunc nuw nsw i64 %id to i32
  br label %head
head:
  %x = phi i32 [ 1, %entry ], [ %next, %body ]
  %more = icmp slt i32 %x, %w
  br i1 %more, label %body, label %end
body:
  %start = mul nsw i32 %w, %y
  %place = add nsw i32 %start, %x
  %index = sext i32 %place to i64
  %p = getelementptr float, ptr addrspace(1) %a, i64 %index
  %q = getelementptr i8, ptr addrspace(1) %p, i64 -4
  %before = load float, ptr addrspace(1) %q
  %here = load float, ptr addrspace(1) %p
  %sum = fadd float %before, %here
  store float %sum, ptr addrspace(1) %p
  %next = add nuw nsw i32 %x, 1
  br label %head
end:
  ret void
}

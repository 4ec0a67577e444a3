; Loops with different starts but a uniform trip count get a trip counter.
; RUN: pass_opt --passes=uniform_trip_counts,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none) nounwind speculatable willreturn
declare i64 @ocl.local_id(i32) memory(none) nounwind speculatable willreturn
declare void @use(i32) nounwind willreturn

; The counter goes from id * 8 to id * 8 + 7: eight iterations.
; CHECK-LABEL: define void @eight(
; CHECK: %trip = phi i32 [ 0, %entry ], [ %next_trip, %body ]
; CHECK: %[[ON:.*]] = icmp ult i32 %trip, 8
; CHECK-NEXT: br i1 %[[ON]], label %body, label %end
; CHECK: %next_trip = add nuw i32 %trip, 1
define void @eight() {
entry:
  %wide = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  %start = shl nsw i32 %id, 3
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %end_of = add nsw i32 %start, 8
  %on = icmp slt i32 %i, %end_of
  br i1 %on, label %body, label %end
body:
  call void @use(i32 %i)
  %next = add nsw i32 %i, 1
  br label %loop
end:
  ret void
}

; From id * n to (id + 1) * n: n iterations, or none if n is negative.
; CHECK-LABEL: define void @products(
; CHECK: %[[N:.*]] = sext i32 %n to i64
; CHECK: %[[MOST:.*]] = call i64 @llvm.smax.i64(i64 %{{.*}}, i64 0)
; CHECK: %trips = udiv i64 %[[MOST]], 1
; CHECK: icmp ult i64 %trip, %trips
define void @products(i32 %n) {
entry:
  %wide = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  %start = mul nsw i32 %id, %n
  %following = add nuw nsw i32 %id, 1
  %end_of = mul nsw i32 %following, %n
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %on = icmp slt i32 %i, %end_of
  br i1 %on, label %body, label %end
body:
  call void @use(i32 %i)
  %next = add nsw i32 %i, 1
  br label %loop
end:
  ret void
}

; The end is included, the step is three, and the condition leaves the loop.
; CHECK-LABEL: define void @with_end(
; CHECK: %[[BEYOND:.*]] = add i64 %{{.*}}, 3
; CHECK: %[[MOST:.*]] = call i64 @llvm.smax.i64(i64 %[[BEYOND]], i64 0)
; CHECK: %trips = udiv i64 %[[MOST]], 3
; CHECK: %[[OFF:.*]] = icmp uge i64 %trip, %trips
; CHECK-NEXT: br i1 %[[OFF]], label %end, label %body
define void @with_end(i32 %r) {
entry:
  %wide = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  %start = sub nsw i32 %id, %r
  %end_of = add nsw i32 %id, %r
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %off = icmp sgt i32 %i, %end_of
  br i1 %off, label %end, label %body
body:
  call void @use(i32 %i)
  %next = add nsw i32 %i, 3
  br label %loop
end:
  ret void
}

; The counter goes downwards, and is the comparison's right operand. Both operands are known to be non-negative.
; CHECK-LABEL: define void @down(
; CHECK: %[[BEYOND:.*]] = add i64 %{{.*}}, 1
; CHECK: %[[MOST:.*]] = call i64 @llvm.smax.i64(i64 %[[BEYOND]], i64 0)
; CHECK: %trips = udiv i64 %[[MOST]], 2
; CHECK: icmp ult i64 %trip, %trips
define void @down(i32 %r) {
entry:
  %wide = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  %start = add nsw i32 %id, %r
  br label %loop
loop:
  %i = phi i32 [ %start, %entry ], [ %next, %body ]
  %on = icmp samesign ult i32 %id, %i
  br i1 %on, label %body, label %end
body:
  call void @use(i32 %i)
  %next = add nsw i32 %i, -2
  br label %loop
end:
  ret void
}

; From an id below 64 by steps of 64 to 2048: 32 iterations.
; CHECK-LABEL: define void @by_groups(
; CHECK: icmp ult i32 %trip, 32
define void @by_groups() {
entry:
  %wide = call range(i64 0, 64) i64 @ocl.local_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  br label %loop
loop:
  %i = phi i32 [ %id, %entry ], [ %next, %body ]
  %on = icmp samesign ult i32 %i, 2048
  br i1 %on, label %body, label %end
body:
  call void @use(i32 %i)
  %next = add nuw nsw i32 %i, 64
  br label %loop
end:
  ret void
}

; Excluded: counters that may wrap around, varying ends, ends that change, and votes.
; CHECK-LABEL: define void @others(
; CHECK-NOT: %trip
; CHECK: ret void
define void @others(i32 %n, ptr addrspace(1) %ends, ptr addrspace(1) %changing) {
entry:
  %wide = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  %start = mul i32 %id, %n
  %end_of = add i32 %start, %n
  br label %wraps
wraps:
  %i = phi i32 [ %start, %entry ], [ %next, %wraps_body ]
  %on = icmp slt i32 %i, %end_of
  br i1 %on, label %wraps_body, label %between
wraps_body:
  call void @use(i32 %i)
  %next = add nsw i32 %i, 1
  br label %wraps
between:
  %place = getelementptr i32, ptr addrspace(1) %ends, i64 %wide
  %own = load i32, ptr addrspace(1) %place
  br label %owned
owned:
  %j = phi i32 [ %id, %between ], [ %j.next, %owned_body ]
  %j.on = icmp slt i32 %j, %own
  br i1 %j.on, label %owned_body, label %after
owned_body:
  call void @use(i32 %j)
  %j.next = add nsw i32 %j, 1
  br label %owned
after:
  br label %changed
changed:
  %k = phi i32 [ %id, %after ], [ %k.next, %changed_body ]
  %now = load volatile i32, ptr addrspace(1) %changing
  %k.end = add nsw i32 %id, %now
  %k.on = icmp slt i32 %k, %k.end
  br i1 %k.on, label %changed_body, label %last
changed_body:
  call void @use(i32 %k)
  %k.next = add nsw i32 %k, 1
  br label %changed
last:
  br label %uniform
uniform:
  %l = phi i32 [ 0, %last ], [ %l.next, %uniform ]
  %l.next = add nsw i32 %l, 1
  %l.on = icmp slt i32 %l.next, %n
  br i1 %l.on, label %uniform, label %end
end:
  ret void
}

; The exit is not tested in each round.
; CHECK-LABEL: define void @now_and_then(
; CHECK-NOT: %trip
; CHECK: ret void
define void @now_and_then() {
entry:
  %wide = call range(i64 0, 2147483648) i64 @ocl.global_id(i32 0)
  %id = trunc nuw nsw i64 %wide to i32
  %end_of = add nsw i32 %id, 8
  br label %loop
loop:
  %i = phi i32 [ %id, %entry ], [ %next, %latch ]
  %odd = and i32 %i, 1
  %is_odd = icmp ne i32 %odd, 0
  br i1 %is_odd, label %test, label %latch
test:
  %on = icmp slt i32 %i, %end_of
  br i1 %on, label %latch, label %end
latch:
  call void @use(i32 %i)
  %next = add nsw i32 %i, 1
  br label %loop
end:
  ret void
}

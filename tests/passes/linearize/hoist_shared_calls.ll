; Calls with uniform arguments are hoisted to a place where the lanes have not diverged.
; RUN: pass_opt --passes=hoist_shared_calls,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none) nounwind speculatable willreturn
declare float @pow(float, float) memory(none) nounwind willreturn
declare float @reads(float) memory(read) nounwind willreturn
declare float @stops(float) memory(none) nounwind

; The calls and the computation of their arguments move out of two branches.
; CHECK-LABEL: define void @guarded(
; CHECK: %twice = fmul float %a, 2.000000e+00
; CHECK-NEXT: %half = call float @pow(float %twice, float %b)
; CHECK-NEXT: br i1 %in_range
; CHECK: then:
; CHECK-NOT: @pow(float %twice
; CHECK: %of_lanes = call float @pow(float %x, float %half)
define void @guarded(float %a, float %b, i64 %n, ptr addrspace(1) %p) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %in_range = icmp ult i64 %i, %n
  br i1 %in_range, label %then, label %end
then:
  %place = getelementptr float, ptr addrspace(1) %p, i64 %i
  %x = load float, ptr addrspace(1) %place
  %is_positive = fcmp ogt float %x, 0.0
  br i1 %is_positive, label %inner, label %end
inner:
  %twice = fmul nnan float %a, 2.0
  %half = call float @pow(float noundef %twice, float %b)
  %of_lanes = call float @pow(float %x, float %half)
  store float %of_lanes, ptr addrspace(1) %place
  br label %end
end:
  ret void
}

; A call is hoisted up to a uniform branch, but not past it, because it may not be needed there.
; CHECK-LABEL: define void @asked_for(
; CHECK: br i1 %wanted
; CHECK: ask:
; CHECK: call float @pow(float %a, float %b)
; CHECK-NEXT: br i1 %in_range
define void @asked_for(float %a, float %b, i64 %n, i1 %wanted, ptr addrspace(1) %p) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br i1 %wanted, label %ask, label %end
ask:
  %in_range = icmp ult i64 %i, %n
  br i1 %in_range, label %then, label %end
then:
  %x = call float @pow(float %a, float %b)
  store float %x, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Calls stay if they read memory, may not return, or have arguments that vary or are defined later. Values that a loop
; defines stay as well.
; CHECK-LABEL: define void @others(
; CHECK: br i1 %in_range
; CHECK: then:
; CHECK: call float @reads(
; CHECK: call float @stops(
; CHECK: call float @pow(float %now
; CHECK: loop:
; CHECK: call float @pow(float %a
define void @others(float %a, i64 %n, ptr addrspace(1) %p) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %in_range = icmp ult i64 %i, %n
  br i1 %in_range, label %then, label %end
then:
  %x = call float @reads(float %a)
  %y = call float @stops(float %a)
  %now = load float, ptr addrspace(1) %p
  %z = call float @pow(float %now, float %y)
  store float %z, ptr addrspace(1) %p
  br label %loop
loop:
  %k = phi i64 [ 0, %then ], [ %next, %loop ]
  %w = call float @pow(float %a, float %a)
  store float %w, ptr addrspace(1) %p
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

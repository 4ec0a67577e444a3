; Functions too large to be copied for each call become part of the kernel once. A call stores its arguments and its
; number and jumps to the body. The body jumps back to the place that belongs to the number.
; RUN: pass_opt --passes=share_bodies,verify %s | FileCheck %s
; RUN: pass_opt --passes='share_bodies,function(sroa),verify' %s | FileCheck %s --check-prefix=VALUES

; CHECK-LABEL: define spir_kernel void @k(
; CHECK-DAG: %f.x = alloca i32
; CHECK-DAG: %f.call = alloca i32
; CHECK-DAG: %f.result = alloca i32
; CHECK-DAG: %own = alloca i32
; CHECK: store i32 %n, ptr %f.x
; CHECK-NEXT: store i32 0, ptr %f.call
; CHECK-NEXT: br label %f
; CHECK: %[[A:.*]] = load i32, ptr %f.result
; CHECK: store i32 7, ptr %f.x
; CHECK-NEXT: store i32 1, ptr %f.call
; CHECK-NEXT: br label %f
; CHECK: %[[B:.*]] = load i32, ptr %f.result
; CHECK: ret void
; CHECK: f:
; CHECK: %[[X:.*]] = load i32, ptr %f.x
; CHECK: icmp ult i32 %[[X]], 3
; CHECK: small:
; CHECK-NEXT: store i32 1, ptr %f.result
; CHECK-NEXT: br label %f.end
; CHECK: large:
; CHECK: store i32 %{{.*}}, ptr %f.result
; CHECK-NEXT: br label %f.end
; CHECK: f.end:
; CHECK: %[[CALL:.*]] = load i32, ptr %f.call
; CHECK-NEXT: switch i32 %[[CALL]], label %[[FIRST:.*]] [
; CHECK-NEXT: i32 1, label %[[SECOND:.*]]
; CHECK-NEXT: ]
; CHECK-NOT: define

; Values that live across a call are separate from the body: all of them can become SSA values again.
; VALUES-LABEL: define spir_kernel void @k(
; VALUES-NOT: alloca
; VALUES: switch i32 %f.call{{.*}}, label
define spir_kernel void @k(ptr addrspace(1) %out, i32 %n) {
  %kept = mul i32 %n, 5
  %a = call spir_func i32 @f(i32 %n)
  %b = call spir_func i32 @f(i32 7)
  %sum = add i32 %a, %b
  %all = add i32 %sum, %kept
  store i32 %all, ptr addrspace(1) %out
  ret void
}

define spir_func i32 @f(i32 %x) {
  %own = alloca i32
  store i32 %x, ptr %own
  %c = icmp ult i32 %x, 3
  br i1 %c, label %small, label %large
small:
  ret i32 1
large:
  %y = load i32, ptr %own
  %z = mul i32 %y, %y
  ret i32 %z
}

; Phis and values that live from one block to another become variables. Values used only in their block stay.
; RUN: pass_opt --passes=values_to_memory,verify %s | FileCheck %s
; RUN: pass_opt --passes='values_to_memory,function(mem2reg),verify' %s | FileCheck %s --check-prefix=BACK

; CHECK-LABEL: define i32 @f(
; CHECK: entry:
; CHECK-COUNT-3: alloca i32
; CHECK-NOT: alloca
; CHECK: %inside = add i32 %n, 1
; CHECK-NEXT: %leaves = mul i32 %inside, 3
; CHECK-NEXT: store i32 %leaves, ptr %[[LEAVES:.*]], align
; CHECK: then:
; CHECK: %[[V:.*]] = load i32, ptr %[[LEAVES]]
; CHECK: %own = add i32 %[[V]], 1
; CHECK: %[[OWN:.*]] = load i32, ptr
; CHECK-NEXT: store i32 %[[OWN]], ptr %[[JOINED:.*]], align
; CHECK: join:
; CHECK-NOT: phi
; CHECK: load i32, ptr %[[JOINED]]
; CHECK: ret i32

; BACK-LABEL: define i32 @f(
; BACK-NOT: alloca
; BACK: phi i32
define i32 @f(i32 %n, i1 %c) {
entry:
  %inside = add i32 %n, 1
  %leaves = mul i32 %inside, 3
  br i1 %c, label %then, label %join
then:
  %own = add i32 %leaves, 1
  br label %join
join:
  %joined = phi i32 [ 0, %entry ], [ %own, %then ]
  %sum = add i32 %joined, %joined
  ret i32 %sum
}

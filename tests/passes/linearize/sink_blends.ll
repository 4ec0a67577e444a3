; The select of a guarded block's result moves into the block.
; RUN: pass_opt --passes=sink_blends,verify %s | FileCheck %s
; RUN: pass_opt --passes=normalize_flow,linearize,sink_blends,verify %s | FileCheck --check-prefix=FLOW %s

; CHECK-LABEL: define i32 @guarded(
; CHECK: then:
; CHECK-NEXT: %x = udiv i32 %a, %b
; CHECK-NEXT: %[[TAKEN:.*]] = select i1 %m, i32 %x, i32 %a
; CHECK-NEXT: br label %after
; CHECK: after:
; CHECK-NEXT: %s = phi i32 [ %[[TAKEN]], %then ], [ %a, %entry ]
; CHECK-NEXT: ret i32 %s
define i32 @guarded(i1 %any, i1 %m, i32 %a, i32 %b) {
entry:
  br i1 %any, label %then, label %after
then:
  %x = udiv i32 %a, %b
  br label %after
after:
  %p = phi i32 [ %x, %then ], [ poison, %entry ]
  %s = select i1 %m, i32 %p, i32 %a
  ret i32 %s
}

; The select's operands are swapped, and it moves into two nested guards.
; CHECK-LABEL: define i32 @nested(
; CHECK: inner:
; CHECK: %[[TAKEN:.*]] = select i1 %m, i32 %a, i32 %x
; CHECK: inner.after:
; CHECK-NEXT: %[[INNER:.*]] = phi i32 [ %[[TAKEN]], %inner ], [ %a, %outer ]
; CHECK: outer.after:
; CHECK-NEXT: phi i32 [ %[[INNER]], %inner.after ], [ %a, %entry ]
define i32 @nested(i1 %any, i1 %more, i1 %m, i32 %a, i32 %b) {
entry:
  br i1 %any, label %outer, label %outer.after
outer:
  br i1 %more, label %inner, label %inner.after
inner:
  %x = udiv i32 %a, %b
  br label %inner.after
inner.after:
  %p = phi i32 [ %x, %inner ], [ poison, %outer ]
  br label %outer.after
outer.after:
  %q = phi i32 [ %p, %inner.after ], [ poison, %entry ]
  %s = select i1 %m, i32 %a, i32 %q
  ret i32 %s
}

; Excluded: masks computed after the guard, and guarded loops.
; CHECK-LABEL: define i32 @late_mask(
; CHECK: after:
; CHECK: select i1 %m, i32 %p, i32 %a
define i32 @late_mask(i1 %any, i32 %a, i32 %b) {
entry:
  br i1 %any, label %then, label %after
then:
  %x = udiv i32 %a, %b
  br label %after
after:
  %p = phi i32 [ %x, %then ], [ poison, %entry ]
  %m = icmp eq i32 %a, %b
  %s = select i1 %m, i32 %p, i32 %a
  ret i32 %s
}
; CHECK-LABEL: define i32 @loop(
; CHECK: loop:
; CHECK: select i1 %m, i32 %p, i32 %a
define i32 @loop(i1 %m, i32 %a, i32 %b) {
entry:
  br label %loop
loop:
  %p = phi i32 [ %x, %loop ], [ poison, %entry ]
  %s = select i1 %m, i32 %p, i32 %a
  %x = add i32 %s, %b
  %c = icmp ult i32 %x, %b
  br i1 %c, label %loop, label %end
end:
  ret i32 %s
}

; FLOW-LABEL: define spir_kernel void @division(
; FLOW: then:
; FLOW: %x = udiv i32 %n, %i
; FLOW-NEXT: %[[TAKEN:.*]] = select i1 %{{.*}}, i32 0, i32 %x
; FLOW: then.after:
; FLOW-NEXT: phi i32 [ %[[TAKEN]], %then ], [ 0, %entry ]
define spir_kernel void @division(ptr addrspace(1) %p, i32 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %c = icmp slt i32 %i, %n
  br i1 %c, label %then, label %join
then:
  %x = udiv i32 %n, %i
  br label %join
join:
  %v = phi i32 [ %x, %then ], [ 0, %entry ]
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  store i32 %v, ptr addrspace(1) %a
  ret void
}
declare i64 @ocl.global_id(i32)

; Without mask registers, masks that loops carry become integers of the size of the masked values, one register each.
; RUN: pass_opt --passes=legalize_masks,verify %s | FileCheck %s

; Two registers of eight words: the vote tests both. A masked increment by 1 becomes a subtraction of the mask.
; CHECK-LABEL: define <16 x i32> @loop(
; CHECK: loop:
; CHECK-DAG: %[[A:.*]] = phi <8 x i32> [ splat (i32 -1), %entry ], [ %[[ON_A:.*]], %loop ]
; CHECK-DAG: %[[B:.*]] = phi <8 x i32> [ splat (i32 -1), %entry ], [ %[[ON_B:.*]], %loop ]
; CHECK-NOT: <16 x i1>
; CHECK: %[[CA:.*]] = icmp ne <8 x i32>
; CHECK: sext <8 x i1> %[[CA]] to <8 x i32>
; CHECK: %[[CB:.*]] = icmp ne <8 x i32>
; CHECK: sext <8 x i1> %[[CB]] to <8 x i32>
; CHECK: %[[ON_A]] = and <8 x i32> %[[A]], %{{.*}}
; CHECK: %[[ON_B]] = and <8 x i32> %[[B]], %{{.*}}
; CHECK: %[[LIVE:.*]] = shufflevector <8 x i32> %[[A]], <8 x i32> %[[B]],
; CHECK: %m = sub <16 x i32> %n, %[[LIVE]]
; CHECK: %[[ANY:.*]] = or <8 x i32> %[[ON_A]], %[[ON_B]]
; CHECK: %[[SIGNS:.*]] = icmp slt <8 x i32> %[[ANY]], zeroinitializer
; CHECK: bitcast <8 x i1> %[[SIGNS]] to i8
; CHECK: icmp ne i8
define <16 x i32> @loop(<16 x i32> %start) #0 {
entry:
  br label %loop
loop:
  %live = phi <16 x i1> [ splat (i1 true), %entry ], [ %on, %loop ]
  %x = phi <16 x i32> [ %start, %entry ], [ %y, %loop ]
  %n = phi <16 x i32> [ zeroinitializer, %entry ], [ %m, %loop ]
  %c = icmp ne <16 x i32> %x, splat (i32 1)
  %on = and <16 x i1> %live, %c
  %y = lshr <16 x i32> %x, splat (i32 1)
  %one = zext <16 x i1> %live to <16 x i32>
  %m = add <16 x i32> %n, %one
  %bits = bitcast <16 x i1> %on to i16
  %any = icmp ne i16 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <16 x i32> %m
}

; The value of an inactive lane may be poison. A select hides it, but logic operations do not.
; CHECK-LABEL: define <8 x float> @choice(
; CHECK: %[[SECOND:.*]] = freeze <8 x i32>
; CHECK: %[[BOTH:.*]] = and <8 x i32> %{{.*}}, %[[SECOND]]
; CHECK: %[[SIGNS:.*]] = icmp slt <8 x i32> %[[BOTH]], zeroinitializer
; CHECK: select <8 x i1> %[[SIGNS]], <8 x float>
define <8 x float> @choice(<8 x float> %a, <8 x float> %b, <8 x i32> %i) #0 {
  %first = fcmp olt <8 x float> %a, %b
  %step = add nsw <8 x i32> %i, splat (i32 1)
  %second = icmp sgt <8 x i32> %step, splat (i32 7)
  %both = select <8 x i1> %first, <8 x i1> %second, <8 x i1> zeroinitializer
  %r = select <8 x i1> %both, <8 x float> %a, <8 x float> %b
  ret <8 x float> %r
}

; The same holds for a loop-carried mask, of which nothing is known at this point.
; CHECK-LABEL: define i32 @carried(
; CHECK: %[[LIVE:.*]] = phi <8 x i32>
; CHECK: %[[FROZEN:.*]] = freeze <8 x i32> %[[LIVE]]
; CHECK: and <8 x i32> %{{.*}}, %[[FROZEN]]
define i32 @carried(ptr %p, <8 x i1> %first, i32 %count) #0 {
entry:
  br label %loop
loop:
  %live = phi <8 x i1> [ %first, %entry ], [ %next, %loop ]
  %i = phi i32 [ 0, %entry ], [ %j, %loop ]
  %x = load <8 x i32>, ptr %p
  %c = icmp sgt <8 x i32> %x, splat (i32 3)
  %next = select <8 x i1> %c, <8 x i1> %live, <8 x i1> zeroinitializer
  %j = add i32 %i, 1
  %more = icmp ult i32 %j, %count
  br i1 %more, label %loop, label %end
end:
  %bits = bitcast <8 x i1> %next to i8
  %r = zext i8 %bits to i32
  ret i32 %r
}

; Four doubles fill a register. "All lanes" tests all parts; other votes get the whole mask where it is needed.
; CHECK-LABEL: define i8 @all(
; CHECK: %[[C0:.*]] = fcmp olt <4 x double>
; CHECK: sext <4 x i1> %[[C0]] to <4 x i64>
; CHECK: %[[ALL:.*]] = and <4 x i64>
; CHECK: icmp slt <4 x i64> %[[ALL]], zeroinitializer
; CHECK: icmp eq i4 %{{.*}}, -1
; CHECK: end:
; CHECK: %[[WHOLE:.*]] = icmp slt <8 x i64> %{{.*}}, zeroinitializer
; CHECK: bitcast <8 x i1> %[[WHOLE]] to i8
define i8 @all(<8 x double> %a, <8 x double> %b) #0 {
  %c = fcmp olt <8 x double> %a, %b
  %bits = bitcast <8 x i1> %c to i8
  %all = icmp eq i8 %bits, -1
  br i1 %all, label %end, label %other
other:
  ret i8 0
end:
  %d = bitcast <8 x i1> %c to i8
  ret i8 %d
}

; A select between a value and zero becomes an `and` of the value's bits with the mask.
; CHECK-LABEL: define <8 x float> @or_nothing(
; CHECK: %[[VALUE:.*]] = freeze <8 x float> %a
; CHECK: %[[BITS:.*]] = bitcast <8 x float> %[[VALUE]] to <8 x i32>
; CHECK: and <8 x i32> %{{.*}}, %[[BITS]]
; CHECK-NOT: select
; CHECK: ret
define <8 x float> @or_nothing(<8 x float> %a, <8 x float> %b) #0 {
  %first = fcmp olt <8 x float> %a, %b
  %second = fcmp ogt <8 x float> %a, splat (float 1.000000e+00)
  %both = or <8 x i1> %first, %second
  %r = select <8 x i1> %both, <8 x float> %a, <8 x float> zeroinitializer
  ret <8 x float> %r
}

; The mask has the size of most masked values in the loop. Selects outside of the loop use the original mask.
; CHECK-LABEL: define <16 x i8> @bytes(
; CHECK: phi <8 x i32>
; CHECK: end:
; CHECK: icmp slt <16 x i32> %{{.*}}, zeroinitializer
; CHECK: select <16 x i1> %{{.*}}, <16 x i8> %a, <16 x i8> %b
define <16 x i8> @bytes(<16 x float> %x, <16 x i8> %a, <16 x i8> %b, i32 %count) #0 {
entry:
  br label %loop
loop:
  %seen = phi <16 x i1> [ zeroinitializer, %entry ], [ %now, %loop ]
  %i = phi i32 [ 0, %entry ], [ %next, %loop ]
  %y = phi <16 x float> [ %x, %entry ], [ %half, %loop ]
  %half = fmul <16 x float> %y, splat (float 5.000000e-01)
  %small = fcmp olt <16 x float> %half, splat (float 1.000000e+00)
  %now = or <16 x i1> %seen, %small
  %next = add i32 %i, 1
  %more = icmp ult i32 %next, %count
  br i1 %more, label %loop, label %end
end:
  %r = select <16 x i1> %now, <16 x i8> %a, <16 x i8> %b
  ret <16 x i8> %r
}

; A comparison that its own block uses is left to code generation.
; CHECK-LABEL: define <16 x float> @alone(
; CHECK: fcmp olt <16 x float>
; CHECK-NOT: sext
define <16 x float> @alone(<16 x float> %a, <16 x float> %b) #0 {
  %c = fcmp olt <16 x float> %a, %b
  %r = select <16 x i1> %c, <16 x float> %b, <16 x float> %a
  ret <16 x float> %r
}

; With mask registers nothing changes.
; CHECK-LABEL: define <8 x float> @registers(
; CHECK: and <8 x i1>
; CHECK-NOT: sext
define <8 x float> @registers(<8 x float> %a, <8 x float> %b) #1 {
  %first = fcmp olt <8 x float> %a, %b
  %second = fcmp ogt <8 x float> %a, splat (float 1.000000e+00)
  %both = and <8 x i1> %first, %second
  %r = select <8 x i1> %both, <8 x float> %a, <8 x float> %b
  ret <8 x float> %r
}

attributes #0 = { "target-features"="+avx,+avx2" }
attributes #1 = { "target-features"="+avx,+avx2,+avx512f,+avx512vl" }

; With mask registers, masks that loops carry are split to the width of the registers that they mask.
; RUN: pass_opt --passes=legalize_masks,verify %s | FileCheck %s

; Two registers of 32-bit lanes: no mask of 32 lanes is left, and the vote tests both halves.
; CHECK-LABEL: define <32 x i32> @loop(
; CHECK: loop:
; CHECK-DAG: %[[A:.*]] = phi <16 x i1> [ splat (i1 true), %entry ], [ %[[ON_A:.*]], %loop ]
; CHECK-DAG: %[[B:.*]] = phi <16 x i1> [ splat (i1 true), %entry ], [ %[[ON_B:.*]], %loop ]
; CHECK-NOT: <32 x i1>
; CHECK: icmp ne <16 x i32>
; CHECK: icmp ne <16 x i32>
; CHECK: %[[ON_A]] = select <16 x i1> %[[A]], <16 x i1>
; CHECK: %[[ON_B]] = select <16 x i1> %[[B]], <16 x i1>
; CHECK: add <16 x i32> %{{.*}}, splat (i32 1)
; CHECK: select <16 x i1> %[[A]], <16 x i32>
; CHECK: select <16 x i1> %[[B]], <16 x i32>
; CHECK: %[[ANY:.*]] = or <16 x i1> %[[ON_A]], %[[ON_B]]
; CHECK: bitcast <16 x i1> %[[ANY]] to i16
; CHECK: icmp ne i16
define <32 x i32> @loop(<32 x i32> %start) #0 {
entry:
  br label %loop
loop:
  %live = phi <32 x i1> [ splat (i1 true), %entry ], [ %on, %loop ]
  %x = phi <32 x i32> [ %start, %entry ], [ %y, %loop ]
  %n = phi <32 x i32> [ zeroinitializer, %entry ], [ %m, %loop ]
  %c = icmp ne <32 x i32> %x, splat (i32 1)
  %on = select <32 x i1> %live, <32 x i1> %c, <32 x i1> zeroinitializer
  %y = lshr <32 x i32> %x, splat (i32 1)
  %one = zext <32 x i1> %live to <32 x i32>
  %m = add <32 x i32> %n, %one
  %bits = bitcast <32 x i1> %on to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <32 x i32> %m
}

; Eight 64-bit lanes fill a register. "All lanes" tests all parts; other uses get the whole mask.
; CHECK-LABEL: define i16 @all(
; CHECK: phi <8 x i1>
; CHECK: phi <8 x i1>
; CHECK: fcmp olt <8 x double>
; CHECK: fcmp olt <8 x double>
; CHECK: %[[ALL:.*]] = and <8 x i1>
; CHECK: %[[BITS:.*]] = bitcast <8 x i1> %[[ALL]] to i8
; CHECK: icmp eq i8 %[[BITS]], -1
; CHECK: end:
; CHECK: bitcast <16 x i1> %{{.*}} to i16
define i16 @all(<16 x double> %a, <16 x double> %b) #0 {
entry:
  br label %loop
loop:
  %live = phi <16 x i1> [ zeroinitializer, %entry ], [ %on, %loop ]
  %x = phi <16 x double> [ %a, %entry ], [ %y, %loop ]
  %c = fcmp olt <16 x double> %x, %b
  %on = or <16 x i1> %live, %c
  %y = fmul <16 x double> %x, %x
  %bits = bitcast <16 x i1> %on to i16
  %done = icmp eq i16 %bits, -1
  br i1 %done, label %end, label %loop
end:
  %last = bitcast <16 x i1> %live to i16
  ret i16 %last
}

; The mask compares the lanes' numbers.
; CHECK-LABEL: define <32 x i32> @numbers(
; CHECK: %[[A:.*]] = phi <16 x i1>
; CHECK: %[[B:.*]] = phi <16 x i1>
; CHECK: %[[FIRST:.*]] = lshr i32 %first, 0
; CHECK: %[[LOW:.*]] = trunc i32 %[[FIRST]] to i16
; CHECK: %[[C:.*]] = bitcast i16 %[[LOW]] to <16 x i1>
; CHECK: %[[REST:.*]] = lshr i32 %first, 16
; CHECK: %[[HIGH:.*]] = trunc i32 %[[REST]] to i16
; CHECK: %[[D:.*]] = bitcast i16 %[[HIGH]] to <16 x i1>
; CHECK: and <16 x i1> %[[A]], %[[C]]
; CHECK: and <16 x i1> %[[B]], %[[D]]
define <32 x i32> @numbers(<32 x i32> %a, i32 %first) #0 {
entry:
  br label %loop
loop:
  %live = phi <32 x i1> [ splat (i1 true), %entry ], [ %on, %loop ]
  %x = phi <32 x i32> [ %a, %entry ], [ %y, %loop ]
  %c = bitcast i32 %first to <32 x i1>
  %both = and <32 x i1> %live, %c
  %d = icmp ne <32 x i32> %x, splat (i32 1)
  %on = and <32 x i1> %both, %d
  %y = lshr <32 x i32> %x, splat (i32 1)
  %bits = bitcast <32 x i1> %on to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <32 x i32> %y
}

; A select between masks by a condition of all lanes gets the whole masks.
; CHECK-LABEL: define i32 @either(
; CHECK: phi <16 x i1>
; CHECK: end:
; CHECK: select i1 %first, <32 x i1> %{{.*}}, <32 x i1> splat (i1 true)
define i32 @either(<32 x i32> %a, i1 %first) #0 {
entry:
  br label %loop
loop:
  %live = phi <32 x i1> [ splat (i1 true), %entry ], [ %on, %loop ]
  %x = phi <32 x i32> [ %a, %entry ], [ %y, %loop ]
  %c = icmp ne <32 x i32> %x, splat (i32 1)
  %on = and <32 x i1> %live, %c
  %y = lshr <32 x i32> %x, splat (i32 1)
  %bits = bitcast <32 x i1> %on to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  %either = select i1 %first, <32 x i1> %on, <32 x i1> splat (i1 true)
  %last = bitcast <32 x i1> %either to i32
  ret i32 %last
}

; Excluded: masks of values of different sizes.
; CHECK-LABEL: define <32 x i32> @sizes(
; CHECK: phi <32 x i1>
define <32 x i32> @sizes(<32 x i32> %a, <32 x i8> %b) #0 {
entry:
  br label %loop
loop:
  %live = phi <32 x i1> [ splat (i1 true), %entry ], [ %on, %loop ]
  %x = phi <32 x i32> [ %a, %entry ], [ %y, %loop ]
  %c = icmp ne <32 x i32> %x, splat (i32 1)
  %d = icmp ne <32 x i8> %b, splat (i8 1)
  %both = and <32 x i1> %c, %d
  %on = and <32 x i1> %live, %both
  %y = lshr <32 x i32> %x, splat (i32 1)
  %bits = bitcast <32 x i1> %on to i32
  %any = icmp ne i32 %bits, 0
  br i1 %any, label %loop, label %end
end:
  ret <32 x i32> %y
}
attributes #0 = { "target-features"="+avx512f,+avx512vl" }

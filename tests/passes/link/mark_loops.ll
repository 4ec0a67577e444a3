; The names that Clang gives to the blocks of loop statements become marks. Loops made of gotos get none.
; RUN: pass_opt --passes=mark_loops,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: entry:
; CHECK-NEXT: br label %for.cond{{$}}
; CHECK: for.cond:
; CHECK-NEXT: br i1 %c, label %do.body, label %for.end, !lanewise.loop_head ![[EMPTY:[0-9]+]]{{$}}
; CHECK: do.body:
; CHECK-NEXT: br label %do.cond, !lanewise.loop_head ![[EMPTY]]{{$}}
; CHECK: do.cond:
; CHECK-NEXT: br i1 %d, label %do.body, label %do.end, !lanewise.loop_latch ![[EMPTY]]{{$}}
; CHECK: do.end:
; CHECK-NEXT: br label %for.inc, !lanewise.loop_end ![[EMPTY]]{{$}}
; CHECK: for.inc:
; CHECK-NEXT: br label %for.cond, !lanewise.loop_latch ![[EMPTY]]{{$}}
; CHECK: for.end:
; CHECK-NEXT: br label %again, !lanewise.loop_end ![[EMPTY]]{{$}}
; CHECK: again:
; CHECK-NEXT: br i1 %c, label %again, label %end{{$}}
; CHECK: ![[EMPTY]] = !{}
define spir_kernel void @k(i1 %c, i1 %d) {
entry:
  br label %for.cond
for.cond:
  br i1 %c, label %do.body, label %for.end
do.body:
  br label %do.cond
do.cond:
  br i1 %d, label %do.body, label %do.end
do.end:
  br label %for.inc
for.inc:
  br label %for.cond
for.end:
  br label %again
again:
  br i1 %c, label %again, label %end
end:
  ret void
}

; A block of more than 500 instructions is split repeatedly, by branches that are always taken. Short blocks are left
; alone.
; RUN: expand %s | pass_opt --passes=split_long_blocks,verify - | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-LABEL: define void @short
; CHECK-NOT: br
; CHECK: ret void
define void @short(ptr %launch, i32 %x) {
  %y = add i32 %x, 1
  ret void
}

; CHECK-LABEL: define void @long
; CHECK: %x500 = mul
; CHECK-NEXT: %more = icmp ne ptr %launch, null
; CHECK-NEXT: br i1 %more, label %entry.rest, label %never
; CHECK: entry.rest:
; CHECK-NEXT: %x501 = mul
; CHECK: %x1000 = mul
; CHECK-NEXT: %[[MORE:.*]] = icmp ne ptr %launch, null
; CHECK-NEXT: br i1 %[[MORE]], label %entry.rest.rest, label %never
; CHECK: entry.rest.rest:
; CHECK-NEXT: %x1001 = mul
; CHECK: store i32 %x1200
; CHECK-NEXT: ret void
; CHECK: never:
; CHECK-NEXT: ret void
define void @long(ptr %launch, i32 %x0, ptr %out) {
entry:
; FOR n IN 1..1200
  %x{n} = mul i32 %x{n-1}, %x0
; END
  store i32 %x1200, ptr %out
  ret void
}

; The terminator may be the 501st instruction.
; CHECK-LABEL: define void @just_short_enough
; CHECK-NOT: br
; CHECK: ret void
define void @just_short_enough(ptr %launch, i32 %x0) {
; FOR n IN 1..500
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret void
}

; Phis and variables stay at the head, and later phis name their new predecessors.
; CHECK-LABEL: define void @loop
; CHECK: loop:
; CHECK-NEXT: %x0 = phi i32 [ %x, %entry ], [ %x600, %loop.rest ]
; CHECK: br i1 %more, label %loop.rest, label %never
; CHECK: loop.rest:
; CHECK: br i1 %again, label %loop, label %end
; CHECK: end:
; CHECK-NEXT: ret void
define void @loop(ptr %launch, i32 %x, ptr %out) {
entry:
  br label %loop
loop:
  %x0 = phi i32 [ %x, %entry ], [ %x600, %loop ]
; FOR n IN 1..600
  %x{n} = mul i32 %x{n-1}, %x
; END
  %again = icmp ult i32 %x600, 7
  br i1 %again, label %loop, label %end
end:
  ret void
}

; Only a kernel's entry has a pointer that is known not to be null, so other functions stay.
; CHECK-LABEL: define i32 @no_entry
; CHECK-NOT: br
; CHECK: ret i32 %x600
define i32 @no_entry(ptr %launch, i32 %x0) {
; FOR n IN 1..600
  %x{n} = mul i32 %x{n-1}, %x0
; END
  ret i32 %x600
}

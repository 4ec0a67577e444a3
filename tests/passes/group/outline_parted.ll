; Code that only a call of @ocl.parted leads to becomes a separate function, which is compiled without optimization.
; RUN: pass_opt --passes=outline_parted,verify %s | FileCheck %s

; CHECK-LABEL: define void @k.entry(
; CHECK: call void @k.entry.parted(ptr %p)
; CHECK-NOT: @ocl.parted
; CHECK: end:
; CHECK-NEXT: ret void
; CHECK: define internal void @k.entry.parted(ptr %p) #[[ATTRIBUTES:.*]] {
; CHECK: store i32 1, ptr %p
; CHECK: attributes #[[ATTRIBUTES]] = { cold noinline optnone }
define void @k.entry(ptr %p, i1 %c) {
entry:
  br i1 %c, label %alone, label %together
together:
  store i32 2, ptr %p
  br label %end
alone:
  call void @ocl.parted()
  br label %loop
loop:
  store i32 1, ptr %p
  %v = load volatile i32, ptr %p
  %more = icmp eq i32 %v, 0
  br i1 %more, label %loop, label %end
end:
  ret void
}
declare void @ocl.parted() convergent nounwind willreturn memory(inaccessiblemem: readwrite)

; The functions that a builtin calls become part of it. Functions that served only the builtin are gone; an import
; stays.
; RUN: pass_opt --passes=complete_builtins,verify %s | FileCheck %s
target triple = "x86_64-unknown-linux-gnu"

; CHECK-NOT: @helper
; CHECK-LABEL: define dso_local float @builtin(float %x)
; CHECK-NEXT: fmul float %x, %x
; CHECK-NEXT: call float @sinf(
; CHECK-NEXT: fmul float
; CHECK-NEXT: ret float
; CHECK-NOT: @helper
; CHECK: declare float @sinf(float)
define internal float @helper(float %x) {
  %y = fmul float %x, %x
  ret float %y
}
define float @builtin(float %x) noinline {
  %a = call float @helper(float %x)
  %b = call float @sinf(float %a)
  %c = call float @helper(float %b)
  ret float %c
}
declare float @sinf(float)

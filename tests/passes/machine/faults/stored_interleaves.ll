; An undefined first element of a stored interleaving's component gets a defined place.
; RUN: pass_opt --passes=stored_interleaves,verify %s | FileCheck %s

; CHECK-LABEL: define void @two(
; CHECK: shufflevector <4 x i8> %x, <4 x i8> %y, <8 x i32> <i32 0, i32 4, i32 1, i32 5, i32 poison, i32 6, i32 3, i32 poison>
define void @two(<4 x i8> %x, <4 x i8> %y, ptr %p) {
  %i = shufflevector <4 x i8> %x, <4 x i8> %y, <8 x i32> <i32 0, i32 poison, i32 1, i32 5, i32 poison, i32 6, i32 3, i32 poison>
  store <8 x i8> %i, ptr %p
  ret void
}

; A component without any defined element may be anything.
; CHECK-LABEL: define void @unknown_component(
; CHECK: <i32 0, i32 2, i32 4, i32 {{[0-9]+}}, i32 1, i32 3, i32 5, i32 poison>
define void @unknown_component(<4 x i32> %x, <4 x i32> %y, ptr %p) {
  %i = shufflevector <4 x i32> %x, <4 x i32> %y, <8 x i32> <i32 poison, i32 2, i32 poison, i32 poison, i32 1, i32 3, i32 5, i32 poison>
  store <8 x i32> %i, ptr %p
  ret void
}

; CHECK-LABEL: define void @no_interleaving(
; CHECK: <i32 7, i32 poison, i32 1, i32 5, i32 0, i32 6, i32 3, i32 1>
define void @no_interleaving(<4 x i8> %x, <4 x i8> %y, ptr %p) {
  %i = shufflevector <4 x i8> %x, <4 x i8> %y, <8 x i32> <i32 7, i32 poison, i32 1, i32 5, i32 0, i32 6, i32 3, i32 1>
  store <8 x i8> %i, ptr %p
  ret void
}

; CHECK-LABEL: define <8 x i8> @not_stored(
; CHECK: <i32 0, i32 poison, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
define <8 x i8> @not_stored(<4 x i8> %x, <4 x i8> %y) {
  %i = shufflevector <4 x i8> %x, <4 x i8> %y, <8 x i32> <i32 0, i32 poison, i32 1, i32 5, i32 2, i32 6, i32 3, i32 7>
  ret <8 x i8> %i
}

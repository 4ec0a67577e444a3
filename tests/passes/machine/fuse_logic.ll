; Fuses logic into ternary operations: a majority, a part shared with another result, and the halves of a vector of two
; registers.
; RUN: pass_opt --passes=fuse_logic,verify %s | FileCheck %s

; CHECK-LABEL: define <16 x i32> @majority(
; CHECK-NEXT: %[[M:.*]] = call <16 x i32> @llvm.x86.avx512.pternlog.d.512(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, i32 232)
; CHECK-NEXT: ret <16 x i32> %[[M]]
define <16 x i32> @majority(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z) #0 {
  %or = or <16 x i32> %y, %z
  %and = and <16 x i32> %y, %z
  %left = and <16 x i32> %x, %or
  %majority = or <16 x i32> %left, %and
  ret <16 x i32> %majority
}

; The shared part is gone once all its users have absorbed it.
; CHECK-LABEL: define <16 x i32> @shared(
; CHECK-NOT: xor
; CHECK: pternlog.d.512({{.*}}, i32 150)
; CHECK: pternlog.d.512({{.*}}, i32 150)
; CHECK-NOT: xor
define <16 x i32> @shared(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, <16 x i32> %w) #0 {
  %t = xor <16 x i32> %x, %y
  %a = xor <16 x i32> %t, %z
  %b = xor <16 x i32> %t, %w
  %sum = add <16 x i32> %a, %b
  ret <16 x i32> %sum
}

; CHECK-LABEL: define <32 x i32> @halves(
; CHECK-COUNT-2: pternlog.d.512({{.*}}, i32 150)
define <32 x i32> @halves(<32 x i32> %x, <32 x i32> %y, <32 x i32> %z) #0 {
  %t = xor <32 x i32> %x, %y
  %a = xor <32 x i32> %t, %z
  ret <32 x i32> %a
}

; A single operation stays, and so does an operation with other users.
; CHECK-LABEL: define <16 x i32> @kept(
; CHECK: %t = xor
; CHECK: store <16 x i32> %t
; CHECK: %a = and <16 x i32> %t, %z
define <16 x i32> @kept(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, ptr %p) #0 {
  %t = xor <16 x i32> %x, %y
  store <16 x i32> %t, ptr %p
  %a = and <16 x i32> %t, %z
  ret <16 x i32> %a
}

; CHECK-LABEL: define <16 x i32> @without(
; CHECK-NOT: pternlog
; CHECK: ret
define <16 x i32> @without(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z) {
  %t = xor <16 x i32> %x, %y
  %a = xor <16 x i32> %t, %z
  ret <16 x i32> %a
}

attributes #0 = { "target-features"="+avx512f,+avx512vl" }

; A select between the result and another value keeps the operations separate, because LLVM's masked form would be
; wrong.
; CHECK-LABEL: define <16 x i32> @selected(
; CHECK-NOT: pternlog
; CHECK: ret
define <16 x i32> @selected(<16 x i32> %x, <16 x i32> %y, <16 x i32> %z, <16 x i1> %m) #0 {
  %a = and <16 x i32> %x, %y
  %o = or <16 x i32> %a, %z
  %s = select <16 x i1> %m, <16 x i32> %o, <16 x i32> %z
  ret <16 x i32> %s
}

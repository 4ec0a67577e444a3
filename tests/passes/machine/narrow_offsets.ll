; Gathers and scatters of near lanes use 32-bit offsets, in a form that code generation recognizes.
; RUN: pass_opt --passes=narrow_offsets,verify %s | FileCheck %s

; CHECK-LABEL: define <16 x float> @promised_sign(
; CHECK-NEXT: %[[NEAR:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 4
; CHECK-NEXT: %[[OFFSETS:.*]] = sext <16 x i32> %i to <16 x i64>
; CHECK-NEXT: %[[PLACES:.*]] = getelementptr i32, ptr addrspace(1) %[[NEAR]], <16 x i64> %[[OFFSETS]]
; CHECK-NEXT: %v = call <16 x float> @llvm.masked.gather{{.*}}align 4 %[[PLACES]],
define <16 x float> @promised_sign(ptr addrspace(1) %a, <16 x i32> %i) {
  %w = zext nneg <16 x i32> %i to <16 x i64>
  %p = getelementptr float, ptr addrspace(1) %a, <16 x i64> %w
  %q = getelementptr i8, <16 x ptr addrspace(1)> %p, i64 4
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %q, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; Without a known sign, half of the range is subtracted from the offsets and added to the address.
; CHECK-LABEL: define <16 x float> @no_sign(
; CHECK-NEXT: %[[MIDDLE:.*]] = getelementptr i8, ptr addrspace(1) %a, i64 8589934592
; CHECK-NEXT: %[[SHORT:.*]] = sub <16 x i32> %i, splat (i32 -2147483648)
; CHECK-NEXT: %[[OFFSETS:.*]] = sext <16 x i32> %[[SHORT]] to <16 x i64>
; CHECK-NEXT: %[[PLACES:.*]] = getelementptr i32, ptr addrspace(1) %[[MIDDLE]], <16 x i64> %[[OFFSETS]]
; CHECK-NEXT: call <16 x float> @llvm.masked.gather{{.*}} %[[PLACES]],
define <16 x float> @no_sign(ptr addrspace(1) %a, <16 x i32> %i) {
  %w = zext <16 x i32> %i to <16 x i64>
  %p = getelementptr float, ptr addrspace(1) %a, <16 x i64> %w
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %p, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; The range of a sum of 16 bits and 32 bits exceeds 32 bits.
; CHECK-LABEL: define <16 x float> @too_wide(
; CHECK: add <16 x i64>
; CHECK-NEXT: getelementptr float, ptr addrspace(1) %a, <16 x i64>
define <16 x float> @too_wide(ptr addrspace(1) %a, <16 x i32> %i, <16 x i16> %j) {
  %w = zext <16 x i32> %i to <16 x i64>
  %x = zext <16 x i16> %j to <16 x i64>
  %s = add <16 x i64> %w, %x
  %p = getelementptr float, ptr addrspace(1) %a, <16 x i64> %s
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %p, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; Seven times an int exceeds an int.
; CHECK-LABEL: define <16 x float> @too_far(
; CHECK-NEXT: sext
; CHECK-NEXT: mul <16 x i64>
; CHECK-NEXT: getelementptr float, ptr addrspace(1) %a, <16 x i64>
define <16 x float> @too_far(ptr addrspace(1) %a, <16 x i32> %i) {
  %w = sext <16 x i32> %i to <16 x i64>
  %s = mul <16 x i64> %w, splat (i64 7)
  %p = getelementptr float, ptr addrspace(1) %a, <16 x i64> %s
  %v = call <16 x float> @llvm.masked.gather.v16f32.v16p1(<16 x ptr addrspace(1)> align 4 %p, <16 x i1> splat (i1 true), <16 x float> poison)
  ret <16 x float> %v
}

; Ranges decide: uniform terms are part of the address and not of the lanes' offsets.
; CHECK-LABEL: define void @rows_of_bytes(
; CHECK: %[[FIELD:.*]] = zext <16 x i8> %b to <16 x i32>
; CHECK-NEXT: %[[TERM:.*]] = shl <16 x i32> %[[FIELD]], splat (i32 2)
; CHECK-NEXT: %[[SUM:.*]] = add <16 x i32> {{.*}}%[[TERM]]
; CHECK-NEXT: %[[OFFSETS:.*]] = sext <16 x i32> %[[SUM]] to <16 x i64>
; CHECK-NEXT: %[[PLACES:.*]] = getelementptr i32, ptr addrspace(1) %{{.*}}, <16 x i64> %[[OFFSETS]]
; CHECK-NEXT: call void @llvm.masked.scatter{{.*}} %[[PLACES]],
define void @rows_of_bytes(ptr addrspace(1) %a, <16 x i8> %b, <16 x i32> %v, i64 %row) {
  %w = zext <16 x i8> %b to <16 x i64>
  %q = getelementptr [4 x i32], ptr addrspace(1) %a, <16 x i64> %w
  %r = getelementptr [1024 x i32], <16 x ptr addrspace(1)> %q, i64 %row
  %p = getelementptr i8, <16 x ptr addrspace(1)> %r, <16 x i64> <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60>
  call void @llvm.masked.scatter.v16i32.v16p1(<16 x i32> %v, <16 x ptr addrspace(1)> align 4 %p, <16 x i1> splat (i1 true))
  ret void
}

; In an object of few bytes all addresses are near its beginning, whatever is added to the beginning.
; CHECK-LABEL: define <16 x i32> @stack(
; CHECK: %s = alloca
; CHECK: %[[INDEX:.*]] = trunc i64 %u to i32
; CHECK: sext <16 x i32>
; CHECK-NEXT: getelementptr i32, ptr %s, <16 x i64>
define <16 x i32> @stack(<16 x i32> %i, i64 %u) {
  %s = alloca [4096 x i8], align 64
  %row = getelementptr [16 x i32], ptr %s, i64 %u
  %w = sext <16 x i32> %i to <16 x i64>
  %o = shl nsw <16 x i64> %w, splat (i64 6)
  %q = getelementptr i8, ptr %row, <16 x i64> <i64 0, i64 4, i64 8, i64 12, i64 16, i64 20, i64 24, i64 28, i64 32, i64 36, i64 40, i64 44, i64 48, i64 52, i64 56, i64 60>
  %p = getelementptr i8, <16 x ptr> %q, <16 x i64> %o
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p0(<16 x ptr> align 4 %p, <16 x i1> splat (i1 true), <16 x i32> poison)
  ret <16 x i32> %v
}

; CHECK-LABEL: define <16 x i64> @local_longs(
; CHECK: %[[SHORT:.*]] = mul <16 x i32> %i, splat (i32 17)
; CHECK-NEXT: %[[OFFSETS:.*]] = sext <16 x i32> %[[SHORT]] to <16 x i64>
; CHECK-NEXT: getelementptr i64, ptr addrspace(3) %t, <16 x i64> %[[OFFSETS]]
define <16 x i64> @local_longs(ptr addrspace(3) %t, <16 x i32> %i) {
  %w = zext <16 x i32> %i to <16 x i64>
  %p = getelementptr [17 x i64], ptr addrspace(3) %t, <16 x i64> %w
  %v = call <16 x i64> @llvm.masked.gather.v16i64.v16p3(<16 x ptr addrspace(3)> align 8 %p, <16 x i1> splat (i1 true), <16 x i64> poison)
  ret <16 x i64> %v
}

; Extensions before a loop move to their gathers, one by one.
; CHECK-LABEL: define <16 x i32> @in_a_loop(
; CHECK: loop:
; CHECK: %[[OFFSETS:.*]] = sext <16 x i32> %i to <16 x i64>
; CHECK-NEXT: %[[PLACES:.*]] = getelementptr i32, ptr addrspace(1) %a, <16 x i64> %[[OFFSETS]]
; CHECK-NEXT: call <16 x i32> @llvm.masked.gather{{.*}} %[[PLACES]],
define <16 x i32> @in_a_loop(ptr addrspace(1) %a, <16 x i32> %i, i32 %n) {
  %w = sext <16 x i32> %i to <16 x i64>
  %p = getelementptr i32, ptr addrspace(1) %a, <16 x i64> %w
  br label %loop

loop:
  %k = phi i32 [ 0, %0 ], [ %next, %loop ]
  %sum = phi <16 x i32> [ zeroinitializer, %0 ], [ %all, %loop ]
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %p, <16 x i1> splat (i1 true), <16 x i32> poison)
  %all = add <16 x i32> %sum, %v
  %next = add i32 %k, 1
  %more = icmp ult i32 %next, %n
  br i1 %more, label %loop, label %end

end:
  ret <16 x i32> %all
}

; Words around bytes: only the bits below a word are added to the lanes' byte offsets, because the full sum may have 33
; bits.
; CHECK-LABEL: define <16 x i8> @bytes(
; CHECK-NOT: ptrtoint <16
; CHECK: %[[LOW:.*]] = and i64 %{{.*}}, 3
; CHECK: %[[OWN:.*]] = and <16 x i32> %i, splat (i32 3)
; CHECK: %[[SUM:.*]] = add <16 x i32> %[[OWN]], %
; CHECK-NEXT: %[[WORD:.*]] = ashr <16 x i32> %i, splat (i32 2)
; CHECK-NEXT: %[[CARRY:.*]] = lshr <16 x i32> %[[SUM]], splat (i32 2)
; CHECK-NEXT: add <16 x i32> %[[WORD]], %[[CARRY]]
; CHECK-NEXT: %[[BYTES:.*]] = and <16 x i32> %[[SUM]], splat (i32 3)
; CHECK-NEXT: sub i64 0, %[[LOW]]
; CHECK: call <16 x i32> @llvm.masked.gather
; CHECK-NEXT: %bits = shl <16 x i32> %[[BYTES]], splat (i32 3)
define <16 x i8> @bytes(ptr addrspace(1) %a, <16 x i32> %i, <16 x i1> %m) {
  %w = sext <16 x i32> %i to <16 x i64>
  %p = getelementptr i8, ptr addrspace(1) %a, <16 x i64> %w
  %x = ptrtoint <16 x ptr addrspace(1)> %p to <16 x i64>
  %low = and <16 x i64> %x, splat (i64 3)
  %n = sub nsw <16 x i64> zeroinitializer, %low
  %q = getelementptr i8, <16 x ptr addrspace(1)> %p, <16 x i64> %n
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p1(<16 x ptr addrspace(1)> align 4 %q, <16 x i1> %m, <16 x i32> zeroinitializer)
  %t = trunc <16 x i64> %low to <16 x i32>
  %bits = shl <16 x i32> %t, splat (i32 3)
  %r = lshr <16 x i32> %v, %bits
  %z = trunc <16 x i32> %r to <16 x i8>
  ret <16 x i8> %z
}

; An object of few bytes has only one row of 2^34 bytes.
; CHECK-LABEL: define <16 x i32> @row_of_many_bytes(
; CHECK-NOT: shl i32
; CHECK: sext <16 x i32>
; CHECK: ret
define <16 x i32> @row_of_many_bytes(ptr addrspace(3) %t, <16 x i32> %i, i64 %z) {
  %row = getelementptr [17179869184 x i8], ptr addrspace(3) %t, i64 %z
  %w = zext <16 x i32> %i to <16 x i64>
  %p = getelementptr i32, ptr addrspace(3) %row, <16 x i64> %w
  %v = call <16 x i32> @llvm.masked.gather.v16i32.v16p3(<16 x ptr addrspace(3)> align 4 %p, <16 x i1> splat (i1 true), <16 x i32> poison)
  ret <16 x i32> %v
}

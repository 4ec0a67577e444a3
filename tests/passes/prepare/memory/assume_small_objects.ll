; RUN: pass_opt --passes=assume_small_objects,verify %s | FileCheck %s

; An index into an argument's object becomes signed, so that it continues through zero in inactive lanes.
; CHECK-LABEL: define spir_kernel void @unsigned(
; CHECK-SAME: #[[KERNEL:[0-9]+]]
; CHECK: %[[INDEX:.*]] = sext i32 %i to i64
; CHECK: getelementptr inbounds float, ptr addrspace(1) %p, i64 %[[INDEX]]
define spir_kernel void @unsigned(ptr addrspace(1) %p, i32 %i) {
  %wide = zext i32 %i to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; Other uses of the number keep the original.
; CHECK-LABEL: define spir_kernel void @also_a_number(
; CHECK: %wide = zext i32 %i to i64
; CHECK: %[[INDEX:.*]] = sext i32 %i to i64
; CHECK: getelementptr inbounds i64, ptr addrspace(1) %row, i64 %[[INDEX]]
; CHECK: store i64 %wide
define spir_kernel void @also_a_number(ptr addrspace(1) %p, i64 %n, i32 %i) {
  %row = getelementptr inbounds i64, ptr addrspace(1) %p, i64 %n
  %wide = zext i32 %i to i64
  %place = getelementptr inbounds i64, ptr addrspace(1) %row, i64 %wide
  store i64 %wide, ptr addrspace(1) %place
  ret void
}

; A signed index needs no change, but the kernel records the assumption.
; CHECK-LABEL: define spir_kernel void @signed(
; CHECK-SAME: #[[KERNEL]]
define spir_kernel void @signed(ptr addrspace(1) %p, i32 %i) {
  %wide = sext i32 %i to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; Excluded: unbounded sums, narrow numbers, indices with a further added number, and pointers that were loaded.
; CHECK-LABEL: define spir_kernel void @others(ptr addrspace(1) %p, i32 %i, i16 %s, i64 %n) {
; CHECK-NOT: sext
; CHECK: ret void
define spir_kernel void @others(ptr addrspace(1) %p, i32 %i, i16 %s, i64 %n) {
  %wide = zext i32 %i to i64
  %anywhere = getelementptr float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %anywhere
  %short = zext i16 %s to i64
  %near = getelementptr inbounds float, ptr addrspace(1) %p, i64 %short
  store float 1.0, ptr addrspace(1) %near
  %two = getelementptr inbounds [100 x float], ptr addrspace(1) %p, i64 %n, i64 %wide
  store float 1.0, ptr addrspace(1) %two
  %pointer = load ptr addrspace(1), ptr addrspace(1) %p
  %theirs = getelementptr inbounds float, ptr addrspace(1) %pointer, i64 %wide
  store float 1.0, ptr addrspace(1) %theirs
  ret void
}

; Arguments of functions that are no kernels are excluded, too.
; CHECK-LABEL: define void @function(
; CHECK-NOT: sext
; CHECK: ret void
define void @function(ptr addrspace(1) %p, i32 %i) {
  %wide = zext i32 %i to i64
  %place = getelementptr inbounds float, ptr addrspace(1) %p, i64 %wide
  store float 1.0, ptr addrspace(1) %place
  ret void
}

; CHECK: attributes #[[KERNEL]] = { "lanewise-small_objects" }

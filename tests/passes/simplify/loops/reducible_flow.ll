; A cycle that a switch enters at two blocks gets one entry.
; RUN: pass_opt --passes=reducible_flow,verify %s | FileCheck %s
; RUN: pass_opt --passes=reducible_flow,normalize_flow,linearize,verify %s | FileCheck --check-prefix=LANES %s

; CHECK-LABEL: define spir_kernel void @enter_anywhere(
; CHECK: switch i32 %low, label %end [
; CHECK-NEXT: i32 0, label %to_first
; CHECK-NEXT: i32 1, label %to_second
; CHECK: phi i32 [ {{[01]}}, %to_
; CHECK: br i1 %{{.*}}, label %first, label %second
; CHECK: first:
; CHECK: br label %second
; CHECK: br i1 %more, label %to_first{{.+}}, label %end
; CHECK-NOT: alloca
; LANES-LABEL: define spir_kernel void @enter_anywhere(
; LANES: phi i1
; LANES: call void @ocl.mask(
define spir_kernel void @enter_anywhere(ptr addrspace(1) %p) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %i = trunc i64 %id to i32
  %low = and i32 %i, 3
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %id
  switch i32 %low, label %end [ i32 0, label %first
                                i32 1, label %second ]
first:
  %n = phi i32 [ 0, %entry ], [ %m, %second ]
  %n1 = add i32 %n, 3
  br label %second
second:
  %m = phi i32 [ 7, %entry ], [ %n1, %first ]
  store i32 %m, ptr addrspace(1) %a
  %more = icmp ult i32 %m, 20
  br i1 %more, label %first, label %end
end:
  ret void
}

; Both edges of a branch into the cycle lead to the same block.
; CHECK-LABEL: define spir_kernel void @twice(
; CHECK: phi i32 [ {{[01]}}, %to_
define spir_kernel void @twice(ptr addrspace(1) %p, i1 %c, i32 %x) {
entry:
  br i1 %c, label %side, label %b
side:
  br i1 %c, label %a, label %a
a:
  %v = phi i32 [ %x, %side ], [ %x, %side ], [ %w, %b ]
  store i32 %v, ptr addrspace(1) %p
  br label %b
b:
  %w = phi i32 [ 1, %entry ], [ %v, %a ]
  %more = icmp ult i32 %w, 9
  br i1 %more, label %a, label %end
end:
  ret void
}

; CHECK-LABEL: define spir_kernel void @plain(
; CHECK: switch i32
define spir_kernel void @plain(ptr addrspace(1) %p, i32 %n) {
entry:
  switch i32 %n, label %end [ i32 0, label %a
                              i32 1, label %b ]
a:
  store i32 1, ptr addrspace(1) %p
  br label %end
b:
  store i32 2, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

declare i64 @ocl.global_id(i32) memory(none) nounwind willreturn

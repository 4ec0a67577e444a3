; Chooses the number of lanes before register pressure is known: as many as fill the widest vector with the computed
; type, or none.
; RUN: pass_opt --passes='print<plan;bits=512>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,WIDE
; RUN: pass_opt --passes='print<plan;bits=256>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,MIDDLE
; RUN: pass_opt --passes='print<plan;bits=128>' --disable-output %s | FileCheck %s --check-prefixes=CHECK,NARROW

declare i64 @ocl.global_id(i32)
declare i64 @ocl.group_id(i32) memory(none)

; WIDE-LABEL: plan of 'words' for 512 bits:
; WIDE-NEXT: lanes: 16{{$}}
; MIDDLE-LABEL: plan of 'words' for 256 bits:
; MIDDLE-NEXT: lanes: 8{{$}}
; Fewer than eight lanes never pay.
; NARROW-LABEL: plan of 'words' for 128 bits:
; NARROW-NEXT: lanes: 8{{$}}
; CHECK-NEXT: rows: no
define spir_kernel void @words(ptr addrspace(1) %p, float %x) {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %v = load float, ptr addrspace(1) %a
  %w = fadd float %v, %x
  store float %w, ptr addrspace(1) %a
  ret void
}

; If most arithmetic is on doubles, there are half as many lanes.
; CHECK-LABEL: plan of 'doubles'
; WIDE-NEXT: lanes: 8{{$}}
; MIDDLE-NEXT: lanes: 8{{$}}
define spir_kernel void @doubles(ptr addrspace(1) %p, double %x, float %y) {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr double, ptr addrspace(1) %p, i64 %i
  %v = load double, ptr addrspace(1) %a
  %w = fadd double %v, %x
  %z = fmul double %w, %x
  %f = fadd float %y, %y
  store double %z, ptr addrspace(1) %a
  ret void
}

; CHECK-LABEL: plan of 'as_many_floats'
; WIDE-NEXT: lanes: 16{{$}}
define spir_kernel void @as_many_floats(double %x, float %y) {
  %w = fadd double %x, %x
  %f = fadd float %y, %y
  ret void
}

; Source vectors fill registers by themselves.
; CHECK-LABEL: plan of 'vectors'
; CHECK-NEXT: lanes: 1, the source's vectors fill the registers{{$}}
define spir_kernel void @vectors(<16 x i32> %v) {
  %w = add <16 x i32> %v, %v
  %x = xor <16 x i32> %w, %v
  ret void
}

; CHECK-LABEL: plan of 'short_vectors'
; WIDE-NEXT: lanes: 16{{$}}
define spir_kernel void @short_vectors(<4 x i32> %v) {
  %w = add <4 x i32> %v, %v
  %x = xor <4 x i32> %w, %v
  ret void
}

; Rows of one work-item have one lane, unless the groups may be changed.
; CHECK-LABEL: plan of 'rows_of_one'
; CHECK-NEXT: lanes: 1, only one work-item in the lane dimension{{$}}
define spir_kernel void @rows_of_one(float %y) !reqd_work_group_size !0 {
  %f = fadd float %y, %y
  ret void
}

; A loop in which work-items do not differ is meant for one work-item, or one of each group.
; CHECK-LABEL: plan of 'same_for_all'
; CHECK-NEXT: lanes: 1, all work-items do the same{{$}}
define spir_kernel void @same_for_all(ptr addrspace(1) %p, i64 %n) {
entry:
  %g = call i64 @ocl.group_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ %g, %entry ], [ %next, %loop ]
  %q = getelementptr float, ptr addrspace(1) %p, i64 %i
  store float 0.0, ptr addrspace(1) %q
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: plan of 'same_but_atomic'
; WIDE-NEXT: lanes: 16{{$}}
define spir_kernel void @same_but_atomic(ptr addrspace(1) %p, i64 %n) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: plan of 'any_groups_of_one'
; WIDE-NEXT: lanes: 16{{$}}
define spir_kernel void @any_groups_of_one(float %y) "lanewise-any_grouping" !reqd_work_group_size !0 {
  %f = fadd float %y, %y
  ret void
}

; Loops may still get lanes (wide_vectors.ll).
; CHECK-LABEL: plan of 'vectors_in_a_loop'
; WIDE-NEXT: lanes: 16{{$}}
define spir_kernel void @vectors_in_a_loop(ptr addrspace(1) %p, i64 %n) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %first = mul i64 %i, %n
  %last = add i64 %first, %n
  br label %loop
loop:
  %at = phi i64 [ %first, %entry ], [ %next, %loop ]
  %sum = phi <16 x i8> [ zeroinitializer, %entry ], [ %more, %loop ]
  %half = lshr i64 %at, 1
  %odd = and i64 %half, 7
  %place = getelementptr <16 x i8>, ptr addrspace(1) %p, i64 %odd
  %v = load <16 x i8>, ptr addrspace(1) %place
  %more = add <16 x i8> %sum, %v
  %next = add i64 %at, 1
  %again = icmp ult i64 %next, %last
  br i1 %again, label %loop, label %end
end:
  store <16 x i8> %more, ptr addrspace(1) %p
  ret void
}

; Rows may run together if dimension 1 distinguishes them and nothing depends on their order. This may pay in a loop.
; CHECK-LABEL: plan of 'two_dimensions'
; CHECK: rows: may pay
define spir_kernel void @two_dimensions(ptr addrspace(1) %p, i64 %n) {
entry:
  %y = call i64 @ocl.global_id(i32 1)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: plan of 'no_loop'
; CHECK: rows: never pay
define spir_kernel void @no_loop() {
  %y = call i64 @ocl.global_id(i32 1)
  ret void
}

; CHECK-LABEL: plan of 'atomics'
; CHECK: rows: no
define spir_kernel void @atomics(ptr addrspace(1) %p) {
  %y = call i64 @ocl.global_id(i32 1)
  %old = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  ret void
}

!0 = !{i32 1, i32 1, i32 1}

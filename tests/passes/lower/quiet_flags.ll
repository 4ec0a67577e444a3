; A flag that is already set is not written again.
; RUN: pass_opt --passes=quiet_flags,verify %s | FileCheck %s

; CHECK-LABEL: define spir_kernel void @flags(
; CHECK: raise:
; CHECK-NEXT: %[[SEEN:.*]] = load atomic i32, ptr addrspace(1) %changed monotonic, align 4
; CHECK-NEXT: %[[DIFFERS:.*]] = icmp ne i32 %[[SEEN]], 1
; CHECK-NEXT: br i1 %[[DIFFERS]], label %[[WRITE:.*]], label %[[AFTER:.*]]
; CHECK: [[WRITE]]:
; CHECK-NEXT: store i32 1, ptr addrspace(1) %changed, align 4
; CHECK: [[AFTER]]:
; CHECK: load atomic i32, ptr addrspace(1) %third monotonic
; CHECK-NEXT: icmp ne i32 %{{.*}}, 1065353216
; CHECK: store float 1.000000e+00, ptr addrspace(1) %third
define spir_kernel void @flags(ptr addrspace(1) %changed, ptr addrspace(1) %a, i1 %c) {
entry:
  br i1 %c, label %raise, label %end
raise:
  store i32 1, ptr addrspace(1) %changed, align 4
  %third = getelementptr i32, ptr addrspace(1) %changed, i64 2
  store float 1.0, ptr addrspace(1) %third, align 4
  br label %end
end:
  ret void
}

; Excluded: stores of all work-items, to separate places, of varying values, volatile stores, and stores that no other
; work-item sees.
; CHECK-LABEL: define spir_kernel void @others(
; CHECK-NOT: load
; CHECK: ret void
define spir_kernel void @others(ptr addrspace(1) %p, ptr addrspace(3) %l, i64 %i, i32 %v, i1 %c) {
entry:
  store i32 7, ptr addrspace(1) %p, align 4
  br i1 %c, label %some, label %end
some:
  %own = getelementptr i32, ptr addrspace(1) %p, i64 %i
  store i32 1, ptr addrspace(1) %own, align 4
  store i32 %v, ptr addrspace(1) %p, align 4
  store volatile i32 1, ptr addrspace(1) %p, align 4
  store i32 1, ptr addrspace(1) %p, align 2
  store i32 1, ptr addrspace(3) %l, align 4
  br label %end
end:
  ret void
}

; Arguments of called functions may differ between work-items.
; CHECK-LABEL: define internal void @called(
; CHECK-NOT: load
; CHECK: ret void
define internal void @called(ptr addrspace(1) %p, i1 %c) "lanewise-called" {
entry:
  br i1 %c, label %some, label %end
some:
  store i32 7, ptr addrspace(1) %p, align 4
  br label %end
end:
  ret void
}

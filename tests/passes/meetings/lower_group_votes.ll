; The group's vote becomes a vote of its chunks about their lanes' votes. With one lane a chunk is one work-item.
; RUN: pass_opt --passes=lower_group_votes,verify %s | FileCheck %s
; RUN: pass_opt --passes=lower_item_votes,verify %s | FileCheck %s --check-prefix=ITEM

declare i32 @ocl.group_vote(i1) convergent

; CHECK-LABEL: define spir_kernel void @k(
; CHECK: %[[NOT:.*]] = xor i1 %c, true
; CHECK-NEXT: %[[HOLDS:.*]] = call i1 @ocl.any(i1 %c)
; CHECK-NEXT: %[[FAILS:.*]] = call i1 @ocl.any(i1 %[[NOT]])
; CHECK-NEXT: %[[TWO:.*]] = select i1 %[[HOLDS]], i32 2, i32 0
; CHECK-NEXT: %[[ONE:.*]] = select i1 %[[FAILS]], i32 1, i32 0
; CHECK-NEXT: %[[BITS:.*]] = or i32 %[[TWO]], %[[ONE]]
; CHECK-NEXT: %[[ALL:.*]] = call i32 @ocl.group_or(i32 %[[BITS]])
; CHECK-NEXT: icmp eq i32 %[[ALL]], 2
; ITEM-LABEL: define spir_kernel void @k(
; ITEM-NOT: ocl.any
; ITEM: %[[NOT:.*]] = xor i1 %c, true
; ITEM-NEXT: %[[TWO:.*]] = select i1 %c, i32 2, i32 0
; ITEM-NEXT: %[[ONE:.*]] = select i1 %[[NOT]], i32 1, i32 0
; ITEM-NEXT: %[[BITS:.*]] = or i32 %[[TWO]], %[[ONE]]
; ITEM-NEXT: %[[ALL:.*]] = call i32 @ocl.group_or(i32 %[[BITS]])
; ITEM-NEXT: icmp eq i32 %[[ALL]], 2
define spir_kernel void @k(i1 %c, ptr addrspace(1) %p) {
entry:
  %v = call i32 @ocl.group_vote(i1 %c)
  %all = icmp eq i32 %v, 2
  br i1 %all, label %then, label %end
then:
  store i32 1, ptr addrspace(1) %p
  br label %end
end:
  ret void
}

; Lanes search from different addresses until they find something: the hardware prefetches only for one lane.
; RUN: pass_opt --passes='print<plan;linearized;bits=512;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i1 @ocl.any(i1)
declare void @ocl.mask(i1)

; The search goes around a ring, as in a hash table.
; CHECK-LABEL: plan of 'probe'
; CHECK-NEXT: scalar: each work-item searches at its own addresses
define spir_kernel void @probe(ptr addrspace(1) %keys, ptr addrspace(1) %wanted, i32 %mask) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(1) %wanted, i64 %i
  %key = load i32, ptr addrspace(1) %mine
  br label %loop

loop:
  %live = phi i1 [ true, %entry ], [ %on, %after ]
  %at = phi i32 [ %key, %entry ], [ %next, %after ]
  call void @ocl.mask(i1 %live)
  %slot = and i32 %at, %mask
  %index = zext i32 %slot to i64
  %place = getelementptr i32, ptr addrspace(1) %keys, i64 %index
  %found = load i32, ptr addrspace(1) %place
  %other = icmp ne i32 %found, %key
  %on = select i1 %live, i1 %other, i1 false
  %some = call i1 @ocl.any(i1 %on)
  br i1 %some, label %body, label %after

body:
  call void @ocl.mask(i1 %on)
  %step = add i32 %slot, 1
  br label %after

after:
  %next = phi i32 [ %step, %body ], [ poison, %loop ]
  %again = call i1 @ocl.any(i1 %on)
  br i1 %again, label %loop, label %end

end:
  store i32 %slot, ptr addrspace(1) %mine
  ret void
}

; The loaded value is the next address, so that one lane waits for memory as long as all lanes do.
; CHECK-LABEL: plan of 'chase'
; CHECK-NEXT: scalar: no
define spir_kernel void @chase(ptr addrspace(1) %parents, ptr addrspace(1) %wanted) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(1) %wanted, i64 %i
  %first = load i32, ptr addrspace(1) %mine
  br label %loop

loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %at = phi i32 [ %first, %entry ], [ %parent, %loop ]
  call void @ocl.mask(i1 %live)
  %index = zext i32 %at to i64
  %place = getelementptr i32, ptr addrspace(1) %parents, i64 %index
  %parent = load i32, ptr addrspace(1) %place
  %other = icmp ne i32 %parent, %at
  %on = select i1 %live, i1 %other, i1 false
  %again = call i1 @ocl.any(i1 %on)
  br i1 %again, label %loop, label %end

end:
  store i32 %at, ptr addrspace(1) %mine
  ret void
}

; All lanes read the same memory, so that no lane has a separate stream.
; CHECK-LABEL: plan of 'scan'
; CHECK-NEXT: scalar: no
define spir_kernel void @scan(ptr addrspace(1) %limits, ptr addrspace(1) %wanted) {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %mine = getelementptr i32, ptr addrspace(1) %wanted, i64 %i
  %key = load i32, ptr addrspace(1) %mine
  br label %loop

loop:
  %live = phi i1 [ true, %entry ], [ %on, %loop ]
  %at = phi i64 [ 0, %entry ], [ %next, %loop ]
  call void @ocl.mask(i1 %live)
  %place = getelementptr i32, ptr addrspace(1) %limits, i64 %at
  %limit = load i32, ptr addrspace(1) %place
  %next = add i64 %at, 1
  %below = icmp ult i32 %limit, %key
  %on = select i1 %live, i1 %below, i1 false
  %again = call i1 @ocl.any(i1 %on)
  br i1 %again, label %loop, label %end

end:
  store i32 %key, ptr addrspace(1) %mine
  ret void
}

; Rows of so few work-items that half of the lanes idle gain nothing by gathers; rows of more work-items do.
; CHECK-LABEL: plan of 'few_look_up'
; CHECK-NEXT: scalar: gathers by few work-items
define spir_kernel void @few_look_up(ptr addrspace(1) %p, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !0 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %i, %entry ], [ %to, %loop ]
  %a = getelementptr i32, ptr addrspace(3) %t, i64 %at
  %first = load i32, ptr addrspace(3) %a
  %wide = zext i32 %first to i64
  %b = getelementptr i32, ptr addrspace(3) %t, i64 %wide
  %second = load i32, ptr addrspace(3) %b
  %to = zext i32 %second to i64
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: plan of 'more_look_up'
; CHECK-NEXT: scalar: no
define spir_kernel void @more_look_up(ptr addrspace(1) %p, ptr addrspace(3) %t, i64 %n) !reqd_work_group_size !1 {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %count = phi i64 [ 0, %entry ], [ %next, %loop ]
  %at = phi i64 [ %i, %entry ], [ %to, %loop ]
  %a = getelementptr i32, ptr addrspace(3) %t, i64 %at
  %first = load i32, ptr addrspace(3) %a
  %wide = zext i32 %first to i64
  %b = getelementptr i32, ptr addrspace(3) %t, i64 %wide
  %second = load i32, ptr addrspace(3) %b
  %to = zext i32 %second to i64
  %next = add i64 %count, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  ret void
}

!0 = !{i32 8, i32 1, i32 1}
!1 = !{i32 32, i32 1, i32 1}

; Rows that AVX2's lanes walk along separately may keep the lanes from filling more registers.
; RUN: pass_opt --passes='print<plan;linearized;bits=256;lanes=8>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; Rows of words: their distance in bytes may be a power of two.
; CHECK-LABEL: plan of 'words'
; CHECK: widest fit: 8 lanes
define spir_kernel void @words(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i64 %row, %k
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %x = load i32, ptr addrspace(1) %a
  %w = add i32 %x, 0
  %more = add i32 %sum, %w
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %more, ptr addrspace(1) %o
  ret void
}

; A cache line lasts for 64 rounds of bytes.
; CHECK-LABEL: plan of 'bytes'
; CHECK: widest fit: 64 lanes
; CHECK: made in blocks: 1 accesses, 1 of them loads of few bytes
; CHECK-NEXT: loop at loop: 2 gathers in 5 operations
define spir_kernel void @bytes(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %i, %n
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i64 %row, %k
  %a = getelementptr i8, ptr addrspace(1) %p, i64 %at
  %x = load i8, ptr addrspace(1) %a
  %w = zext i8 %x to i32
  %more = add i32 %sum, %w
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %more, ptr addrspace(1) %o
  ret void
}

; Rows of 128 bytes begin in 32 sets of the cache, which keep eight lines each.
; CHECK-LABEL: plan of 'near_words'
; CHECK: widest fit: 32 lanes
define spir_kernel void @near_words(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %i, 32
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i64 %row, %k
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %x = load i32, ptr addrspace(1) %a
  %w = add i32 %x, 0
  %more = add i32 %sum, %w
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %more, ptr addrspace(1) %o
  ret void
}

; Rows of 2,048 bytes begin in two sets.
; CHECK-LABEL: plan of 'far_words'
; CHECK: widest fit: 8 lanes
define spir_kernel void @far_words(ptr addrspace(1) %p, ptr addrspace(1) %out, i64 %n) "lanewise-any_grouping" {
entry:
  %i = call i64 @ocl.global_id(i32 0)
  %row = mul i64 %i, 512
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi i32 [ 0, %entry ], [ %more, %loop ]
  %at = add i64 %row, %k
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %at
  %x = load i32, ptr addrspace(1) %a
  %w = add i32 %x, 0
  %more = add i32 %sum, %w
  %next = add i64 %k, 1
  %again = icmp ult i64 %next, %n
  br i1 %again, label %loop, label %end
end:
  %o = getelementptr i32, ptr addrspace(1) %out, i64 %i
  store i32 %more, ptr addrspace(1) %o
  ret void
}

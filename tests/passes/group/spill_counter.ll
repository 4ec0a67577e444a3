; A loop around a barrier has a counter that starts from the size of the work-group. Counter and splat are the same for
; all chunks and take no place in the context.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

; CHECK-LABEL: define void @tree.full(
; CHECK: round:
; CHECK-NEXT: %step = phi i64 [ %half, %entry ], [ %next, %{{.*}} ]
; CHECK-NOT: @ocl.chunk_context
; CHECK: ret void
define void @tree.full(ptr addrspace(3) %p) {
entry:
  %size = call i64 @ocl.local_size(i32 0)
  %half = lshr i64 %size, 1
  %i = call i64 @ocl.local_id(i32 0)
  %a = getelementptr float, ptr addrspace(3) %p, i64 %i
  br label %round
round:
  %step = phi i64 [ %half, %entry ], [ %next, %body ]
  %first = insertelement <4 x i64> poison, i64 %step, i64 0
  %splat = shufflevector <4 x i64> %first, <4 x i64> poison, <4 x i32> zeroinitializer
  %more = icmp ne i64 %step, 0
  br i1 %more, label %body, label %done
body:
  store <4 x i64> %splat, ptr addrspace(3) %a
  call void @ocl.barrier(i32 1)
  %next = lshr i64 %step, 1
  br label %round
done:
  ret void
}

declare i64 @ocl.local_id(i32) memory(none)
declare i64 @ocl.local_size(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; CHECK: "lanewise-context_bytes_per_chunk"="0"

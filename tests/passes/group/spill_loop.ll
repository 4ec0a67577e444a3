; A loop around a barrier: its counter is the same for all chunks and stays a phi. A chunk's own sum gets one place in
; the context. The sum is read at the start of a round and written after the inner loop. A value that all chunks load
; from one address takes no place either.
; RUN: pass_opt --passes=spill_live_values,verify %s | FileCheck %s

define void @k.full(ptr addrspace(1) %p, ptr addrspace(1) %limit) {
; CHECK-LABEL: define void @k.full(
; CHECK: %n = load i32, ptr addrspace(1) %limit
; CHECK: store float 0.000000e+00, ptr
; CHECK: round:
; CHECK-NEXT: %t = phi i32 [ 0, %entry ], [ %t1, %{{.*}} ]
; CHECK-NOT: phi float
; CHECK-NOT: load
; CHECK: %more = icmp slt i32 %t, %n
; CHECK: after_barrier:
; CHECK: %sum.reload{{.*}} = load float
; CHECK: inner:
; CHECK-NOT: store
; CHECK: inner.end:
; CHECK: store float %s
; CHECK-NEXT: call void @ocl.barrier(i32 2)
; CHECK: done:
; CHECK: %sum.reload{{.*}} = load float
entry:
  %i = call i64 @ocl.local_id(i32 0)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %i
  %n = load i32, ptr addrspace(1) %limit
  br label %round
round:
  %t = phi i32 [ 0, %entry ], [ %t1, %inner.end ]
  %sum = phi float [ 0.0, %entry ], [ %s, %inner.end ]
  %more = icmp slt i32 %t, %n
  br i1 %more, label %body, label %done
body:
  store i32 %t, ptr addrspace(1) %a
  call void @ocl.barrier(i32 1)
  br label %inner
inner:
  %k = phi i32 [ 0, %body ], [ %k1, %inner ]
  %s0 = phi float [ %sum, %body ], [ %s, %inner ]
  %v = load float, ptr addrspace(1) %a
  %s = fadd float %s0, %v
  %k1 = add i32 %k, 1
  %again = icmp slt i32 %k1, 4
  br i1 %again, label %inner, label %inner.end
inner.end:
  call void @ocl.barrier(i32 2)
  %t1 = add i32 %t, 1
  br label %round
done:
  store float %sum, ptr addrspace(1) %a
  ret void
}

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.barrier(i32) convergent

; CHECK: "lanewise-context_bytes_per_chunk"="8"

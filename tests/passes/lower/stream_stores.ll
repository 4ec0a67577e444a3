; Whole-vector stores to write-only arguments get a non-temporal version.
; RUN: pass_opt --passes=stream_stores,verify %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; The first two stores are one run and get one decision.
define spir_kernel void @k.full(ptr addrspace(1) %to, ptr addrspace(1) %both, ptr addrspace(1) %from) #0 {
; CHECK-LABEL: define spir_kernel void @k.full(
; CHECK: %[[A:.*]] = ptrtoint ptr addrspace(1) %p to i64
; CHECK: %[[B:.*]] = ptrtoint ptr addrspace(1) %q to i64
; CHECK: %[[OR:.*]] = or i64 %[[A]], %[[B]]
; CHECK: %[[REST:.*]] = and i64 %[[OR]], 63
; CHECK: %[[LINE:.*]] = icmp eq i64 %[[REST]], 0
; CHECK: %[[STREAMING:.*]] = call i1 @ocl.streaming()
; CHECK: %[[TEST:.*]] = and i1 %[[LINE]], %[[STREAMING]]
; CHECK: br i1 %[[TEST]]
; CHECK: store <16 x float> %v, ptr addrspace(1) %p, align 64, !nontemporal
; CHECK-NEXT: store <16 x float> %w, ptr addrspace(1) %q, align 64, !nontemporal
; CHECK: store <16 x float> %v, ptr addrspace(1) %p, align 4{{$}}
; CHECK-NEXT: store <16 x float> %w, ptr addrspace(1) %q, align 4{{$}}
; Stores to memory that is also read, and stores in loops, stay.
; CHECK-NOT: nontemporal
  %i = call i64 @ocl.global_id(i32 0)
  %f = getelementptr float, ptr addrspace(1) %from, i64 %i
  %v = load <16 x float>, ptr addrspace(1) %f, align 4
  %p = getelementptr float, ptr addrspace(1) %to, i64 %i
  store <16 x float> %v, ptr addrspace(1) %p, align 4
  %w = fneg <16 x float> %v
  %q = getelementptr i8, ptr addrspace(1) %p, i64 64
  store <16 x float> %w, ptr addrspace(1) %q, align 4
  %b = getelementptr float, ptr addrspace(1) %both, i64 %i
  %old = load <16 x float>, ptr addrspace(1) %b, align 4
  store <16 x float> %v, ptr addrspace(1) %b, align 4
  br label %loop
loop:
  %n = phi i64 [ 0, %0 ], [ %next, %loop ]
  store <16 x float> %w, ptr addrspace(1) %q, align 4
  %next = add i64 %n, 1
  %more = icmp ult i64 %next, 8
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK: attributes {{.*}}"lanewise-streamed_bytes"="8"
attributes #0 = { "lanewise-lanes"="16" }

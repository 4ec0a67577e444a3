; Runs several iterations at once in loops that a single work-item runs.
; RUN: pass_opt --costs --passes=vectorize_loops,verify %s | FileCheck %s
target datalayout = "e-m:e-p270:32:32-p271:32:32-p272:64:64-i64:64-i128:128-f80:128-n8:16:32:64-S128"
target triple = "x86_64-unknown-linux-gnu"

; Late builtins become their vector overloads, whose bits are the same. If rows overlap, the scalar loop runs.
; CHECK-LABEL: define spir_kernel void @exponentials(
; CHECK: [[X:%.+]] = load <8 x float>
; CHECK: call spir_func <8 x float> @_Z3expDv8_f(<8 x float> [[X]])
; CHECK: store <8 x float>
; CHECK: call spir_func float @_Z3expf(float
define spir_kernel void @exponentials(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %p
  %e = call spir_func float @_Z3expf(float %x) nobuiltin
  %q = getelementptr inbounds float, ptr addrspace(1) %b, i64 %i
  store float %e, ptr addrspace(1) %q
  %next = add nuw i64 %i, 1
  br label %head
end:
  ret void
}

; Local memory cannot overlap a buffer, so that no test is needed.
; CHECK-LABEL: define spir_kernel void @to_local(
; CHECK-NOT: ptrtoint
; CHECK: load <8 x i32>, ptr addrspace(1)
; CHECK: store <8 x i32> {{.*}}, ptr addrspace(3)
define spir_kernel void @to_local(ptr addrspace(1) %a, ptr addrspace(3) %b, i64 %n) #0 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %x = load i32, ptr addrspace(1) %p
  %q = getelementptr inbounds i32, ptr addrspace(3) %b, i64 %i
  store i32 %x, ptr addrspace(3) %q
  %next = add nuw i64 %i, 1
  br label %head
end:
  ret void
}

; One lane works for all lanes: the loop does not test again whether any lane is active.
; CHECK-LABEL: define spir_kernel void @leader(
; CHECK: icmp eq i8 {{.*}}, 0
; CHECK: load <8 x i32>
; CHECK-NOT: icmp eq i8 {{.*}}, 0
; CHECK: @llvm.vector.reduce.add
define spir_kernel void @leader(<8 x i1> %mask, ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 {
entry:
  %bits = bitcast <8 x i1> %mask to i8
  %none = icmp eq i8 %bits, 0
  br i1 %none, label %end, label %before
before:
  br label %head
head:
  %i = phi i64 [ 0, %before ], [ %next, %latch ]
  %sum = phi i32 [ 0, %before ], [ %more, %latch ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %left
body:
  %again = bitcast <8 x i1> %mask to i8
  %none.again = icmp eq i8 %again, 0
  br i1 %none.again, label %latch, label %some
some:
  %p = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %i
  %x = load i32, ptr addrspace(1) %p
  br label %latch
latch:
  %y = phi i32 [ 0, %body ], [ %x, %some ]
  %more = add i32 %sum, %y
  %next = add nuw i64 %i, 1
  br label %head
left:
  %total = phi i32 [ %sum, %head ]
  store i32 %total, ptr addrspace(1) %b
  br label %end
end:
  ret void
}

; Sums in another order would differ from those of other plans, and so would minima and maxima of zeros.
; CHECK-LABEL: define spir_kernel void @sum_by_plan(
; CHECK-NOT: <8 x float>
; CHECK: ret void
define spir_kernel void @sum_by_plan(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %p
  %more = fadd reassoc float %sum, %x
  %next = add nuw i64 %i, 1
  br label %head
end:
  %total = phi float [ %sum, %head ]
  store float %total, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: define spir_kernel void @maximum_by_plan(
; CHECK-NOT: <8 x float>
; CHECK: ret void
define spir_kernel void @maximum_by_plan(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %p
  %more = call float @llvm.maxnum.f32(float %sum, float %x)
  %next = add nuw i64 %i, 1
  br label %head
end:
  %total = phi float [ %sum, %head ]
  store float %total, ptr addrspace(1) %b
  ret void
}

; CHECK-LABEL: define spir_kernel void @sum_of_same_loops(
; CHECK: fadd reassoc <8 x float>
; CHECK: ret void
define spir_kernel void @sum_of_same_loops(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #1 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %end
body:
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %p
  %more = fadd reassoc float %sum, %x
  %next = add nuw i64 %i, 1
  br label %head
end:
  %total = phi float [ %sum, %head ]
  store float %total, ptr addrspace(1) %b
  ret void
}

; Excluded: sums in the order of the source, few iterations, and calls of unknown functions.
; CHECK-LABEL: define spir_kernel void @left_alone(
; CHECK-NOT: load <
; CHECK: ret void
define spir_kernel void @left_alone(ptr addrspace(1) %a, ptr addrspace(1) %b, i64 %n) #0 {
entry:
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %body ]
  %sum = phi float [ 0.0, %entry ], [ %more, %body ]
  %c = icmp ult i64 %i, %n
  br i1 %c, label %body, label %few
body:
  %p = getelementptr inbounds float, ptr addrspace(1) %a, i64 %i
  %x = load float, ptr addrspace(1) %p
  %more = fadd float %sum, %x
  %next = add nuw i64 %i, 1
  br label %head
few:
  %total = phi float [ %sum, %head ]
  store float %total, ptr addrspace(1) %b
  br label %few.head
few.head:
  %j = phi i64 [ 0, %few ], [ %j.next, %few.body ]
  %d = icmp ult i64 %j, 5
  br i1 %d, label %few.body, label %calls
few.body:
  %q = getelementptr inbounds i32, ptr addrspace(1) %b, i64 %j
  %y = load i32, ptr addrspace(1) %q
  %z = add i32 %y, 1
  store i32 %z, ptr addrspace(1) %q
  %j.next = add nuw i64 %j, 1
  br label %few.head
calls:
  br label %calls.head
calls.head:
  %k = phi i64 [ 0, %calls ], [ %k.next, %calls.body ]
  %e = icmp ult i64 %k, %n
  br i1 %e, label %calls.body, label %end
calls.body:
  %r = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %k
  %u = load i32, ptr addrspace(1) %r
  %v = call i32 @ocl.lanes_total(i32 %u)
  store i32 %v, ptr addrspace(1) %r
  %k.next = add nuw i64 %k, 1
  br label %calls.head
end:
  ret void
}

declare spir_func float @_Z3expf(float)
declare float @llvm.maxnum.f32(float, float)
declare i32 @ocl.lanes_total(i32)

attributes #0 = { "target-features"="+avx2,+fma" }
attributes #1 = { "lanewise-same_loops" "target-features"="+avx2,+fma" }

; Atomics on local memory become plain operations, because a work-group runs on one thread. Scopes in other memory
; become the system scope.
; RUN: pass_opt --passes=lower_atomics,verify %s | FileCheck %s

; CHECK-LABEL: define void @local(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %l
; CHECK-NEXT: %[[NEW:.*]] = add i32 %[[OLD]], 1
; CHECK-NEXT: store i32 %[[NEW]], ptr addrspace(3) %l
; CHECK-NEXT: load i32, ptr addrspace(3) %l, align 4{{$}}
; CHECK-NEXT: store i32 %[[OLD]], ptr addrspace(3) %l, align 4{{$}}
; CHECK-NEXT: ret
define void @local(ptr addrspace(3) %l) {
  %a = atomicrmw add ptr addrspace(3) %l, i32 1 syncscope("workgroup") monotonic
  %b = load atomic i32, ptr addrspace(3) %l syncscope("workgroup") acquire, align 4
  store atomic i32 %a, ptr addrspace(3) %l syncscope("workgroup") release, align 4
  ret void
}

; CHECK-LABEL: define i32 @local_operations(
; CHECK: %[[A:.*]] = load i32, ptr addrspace(3) %l
; CHECK-NEXT: store i32 %x, ptr addrspace(3) %l
; CHECK: and i32 %{{.*}}, %x
; CHECK: or i32 %{{.*}}, %x
; CHECK: xor i32 %{{.*}}, %x
; CHECK: icmp sle i32 %[[S:.*]], %x
; CHECK: select i1 %{{.*}}, i32 %[[S]], i32 %x
; CHECK: icmp ugt i32
; CHECK: fadd float %{{.*}}, 1.000000e+00
; CHECK-NOT: atomic
; CHECK: ret i32
define i32 @local_operations(ptr addrspace(3) %l, ptr addrspace(3) %f, i32 %x) {
  %a = atomicrmw xchg ptr addrspace(3) %l, i32 %x monotonic
  %b = atomicrmw and ptr addrspace(3) %l, i32 %x monotonic
  %c = atomicrmw or ptr addrspace(3) %l, i32 %x seq_cst
  %d = atomicrmw xor ptr addrspace(3) %l, i32 %x acq_rel
  %e = atomicrmw min ptr addrspace(3) %l, i32 %x monotonic
  %g = atomicrmw umax ptr addrspace(3) %l, i32 %x monotonic
  %h = atomicrmw fadd ptr addrspace(3) %f, float 1.0 monotonic
  ret i32 %a
}

; A minimum or maximum that changes nothing needs no exclusive cache line. Operations with stronger orders stay, and so
; do operations whose constant makes them loads.
; CHECK-LABEL: define i32 @extremes(
; CHECK: %[[SEEN:.*]] = load atomic i32, ptr addrspace(1) %p monotonic, align 4
; CHECK-NEXT: %[[CHANGES:.*]] = icmp sgt i32 %x, %[[SEEN]]
; CHECK-NEXT: br i1 %[[CHANGES]], label %[[CHANGE:.*]], label %[[END:.*]]
; CHECK: [[CHANGE]]:
; CHECK-NEXT: %[[BEFORE:.*]] = atomicrmw max ptr addrspace(1) %p, i32 %x monotonic
; CHECK: [[END]]:
; CHECK-NEXT: %[[OLD:.*]] = phi i32 [ %[[SEEN]], %{{.*}} ], [ %[[BEFORE]], %[[CHANGE]] ]
; CHECK: icmp ult i64 %y,
; CHECK: atomicrmw umin ptr addrspace(4) %q, i64 %y monotonic
; CHECK-NOT: load
; CHECK: atomicrmw max ptr addrspace(1) %p, i32 %x acq_rel
; CHECK-NEXT: atomicrmw max ptr addrspace(1) %p, i32 0 monotonic
; CHECK-NEXT: ret i32 %[[OLD]]
define i32 @extremes(ptr addrspace(1) %p, ptr addrspace(4) %q, i32 %x, i64 %y) {
  %a = atomicrmw max ptr addrspace(1) %p, i32 %x syncscope("device") monotonic
  %b = atomicrmw umin ptr addrspace(4) %q, i64 %y syncscope("device") monotonic
  %c = atomicrmw max ptr addrspace(1) %p, i32 %x syncscope("device") acq_rel
  %d = atomicrmw max ptr addrspace(1) %p, i32 0 syncscope("device") monotonic
  ret i32 %a
}

; An exchange has two results: the old value, and whether it was the expected one.
; CHECK-LABEL: define { i32, i1 } @local_exchange(
; CHECK: %[[OLD:.*]] = load i32, ptr addrspace(3) %l
; CHECK-NEXT: %[[SAME:.*]] = icmp eq i32 %[[OLD]], %expected
; CHECK-NEXT: %[[NEW:.*]] = select i1 %[[SAME]], i32 %x, i32 %[[OLD]]
; CHECK-NEXT: store i32 %[[NEW]], ptr addrspace(3) %l
; CHECK-NEXT: insertvalue { i32, i1 } {{.*}}, i32 %[[OLD]], 0
; CHECK-NEXT: insertvalue { i32, i1 } {{.*}}, i1 %[[SAME]], 1
define { i32, i1 } @local_exchange(ptr addrspace(3) %l, i32 %expected, i32 %x) {
  %r = cmpxchg weak ptr addrspace(3) %l, i32 %expected, i32 %x syncscope("workgroup") acq_rel monotonic
  ret { i32, i1 } %r
}

; Order and strength stay. Only the scope of one work-item is weaker than the system scope.
; CHECK-LABEL: define void @global(
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %g, i32 1 monotonic
; CHECK-NEXT: atomicrmw sub ptr addrspace(1) %g, i32 1 seq_cst
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %g, i32 2 syncscope("singlethread") monotonic
; CHECK-NEXT: atomicrmw add ptr addrspace(1) %g, i32 3 syncscope("singlethread") monotonic
; CHECK-NEXT: cmpxchg weak ptr addrspace(1) %g, i32 0, i32 1 acq_rel acquire
; CHECK-NEXT: load atomic i32, ptr addrspace(1) %g acquire
; CHECK-NEXT: store atomic i32 1, ptr addrspace(1) %g release
; CHECK-NEXT: atomicrmw add ptr addrspace(4) %any, i32 1 monotonic
; CHECK-NEXT: ret
define void @global(ptr addrspace(1) %g, ptr addrspace(4) %any) {
  %a = atomicrmw add ptr addrspace(1) %g, i32 1 syncscope("device") monotonic
  %b = atomicrmw sub ptr addrspace(1) %g, i32 1 syncscope("all_svm_devices") seq_cst
  %c = atomicrmw add ptr addrspace(1) %g, i32 2 syncscope("work_item") monotonic
  %d = atomicrmw add ptr addrspace(1) %g, i32 3 syncscope("singlethread") monotonic
  %e = cmpxchg weak ptr addrspace(1) %g, i32 0, i32 1 syncscope("device") acq_rel acquire
  %f = load atomic i32, ptr addrspace(1) %g syncscope("workgroup") acquire, align 4
  store atomic i32 1, ptr addrspace(1) %g syncscope("workgroup") release, align 4
  %h = atomicrmw add ptr addrspace(4) %any, i32 1 syncscope("workgroup") monotonic
  ret void
}

; CHECK-LABEL: define void @fences(
; CHECK-NEXT: fence acq_rel
; CHECK-NEXT: fence seq_cst
; CHECK-NEXT: fence syncscope("singlethread") release
define void @fences() {
  fence syncscope("workgroup") acq_rel
  fence syncscope("device") seq_cst
  fence syncscope("work_item") release
  ret void
}

; Accesses that are not atomic stay, volatile or not.
; CHECK-LABEL: define void @plain(
; CHECK-NEXT: load volatile i32, ptr addrspace(3) %l
; CHECK-NEXT: store volatile i32 1, ptr addrspace(3) %l
define void @plain(ptr addrspace(3) %l) {
  %a = load volatile i32, ptr addrspace(3) %l
  store volatile i32 1, ptr addrspace(3) %l
  ret void
}

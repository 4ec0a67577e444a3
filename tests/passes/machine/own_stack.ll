; The entry of a large kernel switches its body to a stack at the end of the worker's context, with a copy of the
; worker.
; RUN: pass_opt --passes=own_stack,verify %s | FileCheck %s

; CHECK: define internal void @k.entry.body(ptr %launch, ptr %worker, ptr %arguments, i64 %first, i64 %count) #[[BODY:[0-9]+]]
; CHECK-NEXT: store i64 %first, ptr %worker
; CHECK: define void @k.entry(ptr %0, ptr %1, ptr %2, i64 %3, i64 %4) #[[OUTER:[0-9]+]]
; CHECK: %[[PLACE:.*]] = getelementptr {{.*}}ptr %1, i64 8
; CHECK-NEXT: %context = load ptr, ptr %[[PLACE]]
; CHECK: %context_bytes = load i64
; CHECK: %[[WHOLE:.*]] = and i64 %context_bytes, -128
; CHECK-NEXT: %[[AT:.*]] = sub i64 %[[WHOLE]], 128
; CHECK-NEXT: %top = getelementptr inbounds i8, ptr %context, i64 %[[AT]]
; CHECK-NEXT: call void @llvm.memcpy.inline.p0.p0.i64(ptr align 128 %top, ptr align 8 %1, i64 72, i1 false)
; CHECK-NEXT: %[[OLD:.*]] = call ptr @llvm.stacksave.p0()
; CHECK-NEXT: call void @llvm.stackrestore.p0(ptr %top)
; CHECK-NEXT: call void @k.entry.body(ptr %0, ptr %top, ptr %2, i64 %3, i64 %4)
; CHECK-NEXT: call void @llvm.stackrestore.p0(ptr %[[OLD]])
; CHECK-NEXT: ret void
; CHECK-DAG: attributes #[[BODY]] = { noinline "lanewise-lanes"="8" }
; CHECK-DAG: attributes #[[OUTER]] = { "frame-pointer"="all" "lanewise-lanes"="8" }
define void @k.entry(ptr %launch, ptr %worker, ptr %arguments, i64 %first, i64 %count) "lanewise-lanes"="8" {
  store i64 %first, ptr %worker
  ret void
}

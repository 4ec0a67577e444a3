; Two work-items of a kernel that looks up in a loop run together if both pass the check, otherwise one by one.
; RUN: pass_opt --passes=interleave_items,verify %s | FileCheck %s

; CHECK-NOT: define spir_kernel void @k(
; CHECK-LABEL: define spir_kernel void @k.full(
; CHECK: %[[LIVE:.*]] = call i64 @ocl.chunk_lanes()
; CHECK: %whole = icmp eq i64 %[[LIVE]], 2
; CHECK: br i1 %whole, label %[[ENTRY:.*]], label %apart
; CHECK: [[ENTRY]]:
; CHECK: %[[ID:.*]] = call i64 @ocl.global_id(i32 0)
; CHECK: %[[ID1:.*]] = add nuw i64 %[[ID]], 1
; CHECK: %[[C:.*]] = icmp ult i64 %[[ID]], %n
; CHECK: %[[C1:.*]] = icmp ult i64 %[[ID1]], %n
; CHECK: %agree = icmp eq i1 %[[C]], %[[C1]]
; CHECK: br i1 {{.*}}, label %[[AGREED:.*]], label %apart
; CHECK: loop:
; CHECK: %[[J:.*]] = phi i64 [ 0, %[[AGREED]] ]
; CHECK: %[[X:.*]] = phi i64 [ %[[ID]],
; CHECK: %[[X1:.*]] = phi i64 [ %[[ID1]],
; CHECK: getelementptr i64, ptr addrspace(1) %t, i64 %[[X]]
; CHECK: getelementptr i64, ptr addrspace(1) %t, i64 %[[X1]]
; CHECK: add i64 %[[J]], 1
; CHECK-NOT: add i64 %[[J]], 1
; CHECK: [[AGREED]]:
; CHECK-NEXT: br i1 %[[C]], label %loop,
; CHECK: entry.apart:
; CHECK: %item = phi i64 [ 0, %apart ], [ %item.next, %next ]
; CHECK: next:
; CHECK: icmp ult i64 %item.next, %[[LIVE]]
define spir_kernel void @k(ptr addrspace(1) %t, ptr addrspace(1) %out, i64 %n) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %id, %n
  br i1 %c, label %loop, label %end
loop:
  %j = phi i64 [ 0, %entry ], [ %j2, %loop ]
  %x = phi i64 [ %id, %entry ], [ %w, %loop ]
  %p = getelementptr i64, ptr addrspace(1) %t, i64 %x
  %v = load i64, ptr addrspace(1) %p
  %q = getelementptr i64, ptr addrspace(1) %t, i64 %v
  %w = load i64, ptr addrspace(1) %q
  %j2 = add i64 %j, 1
  %more = icmp ult i64 %j2, 16
  br i1 %more, label %loop, label %done
done:
  %o = getelementptr i64, ptr addrspace(1) %out, i64 %id
  store i64 %w, ptr addrspace(1) %o
  br label %end
end:
  ret void
}

declare i64 @ocl.global_id(i32) memory(none)

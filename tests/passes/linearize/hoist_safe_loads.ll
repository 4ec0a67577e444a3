; A load from within a variable, at a uniform address, is hoisted before the divergent branch.
; RUN: pass_opt --passes=hoist_safe_loads,verify %s | FileCheck %s

@v = internal addrspace(3) global [32 x i32] undef
@w = internal addrspace(3) global [8 x <4 x i32>] undef, align 16

declare i64 @ocl.global_id(i32) memory(none) speculatable willreturn

; CHECK-LABEL: define void @within(
; CHECK: body:
; CHECK: %index = zext i32 %k to i64
; CHECK-NEXT: %a = getelementptr i32, ptr addrspace(3) @v, i64 %index
; CHECK-NEXT: %x = load i32, ptr addrspace(3) %a
; CHECK-NEXT: br i1 %c, label %then, label %latch
; CHECK: then:
; CHECK-NEXT: %s = xor i32 %t, %x
; CHECK-NEXT: br label %latch
define void @within(ptr addrspace(1) %out) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %word = trunc i64 %id to i32
  br label %head
head:
  %k = phi i32 [ 0, %entry ], [ %next, %latch ]
  %t = phi i32 [ 0, %entry ], [ %u, %latch ]
  %more = icmp ult i32 %k, 32
  br i1 %more, label %body, label %end
body:
  %bit = shl i32 1, %k
  %m = and i32 %word, %bit
  %c = icmp ne i32 %m, 0
  br i1 %c, label %then, label %latch
then:
  %index = zext nneg i32 %k to i64
  %a = getelementptr inbounds nuw i32, ptr addrspace(3) @v, i64 %index
  %x = load i32, ptr addrspace(3) %a, align 4
  %s = xor i32 %t, %x
  br label %latch
latch:
  %u = phi i32 [ %t, %body ], [ %s, %then ]
  %next = add i32 %k, 1
  br label %head
end:
  %p = getelementptr i32, ptr addrspace(1) %out, i64 %id
  store i32 %t, ptr addrspace(1) %p
  ret void
}

; The load stays, because possibly only the branch ensures that the address lies within the variable.
; CHECK-LABEL: define i32 @guarded_index(
; CHECK: then:
; CHECK-NEXT: %index = zext
; CHECK: %x = load i32
define i32 @guarded_index(i32 %k) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %word = trunc i64 %id to i32
  %fits = icmp ult i32 %k, 32
  %odd = trunc i32 %word to i1
  %c = select i1 %odd, i1 %fits, i1 false
  br i1 %c, label %then, label %end
then:
  %index = zext nneg i32 %k to i64
  %a = getelementptr inbounds nuw i32, ptr addrspace(3) @v, i64 %index
  %x = load i32, ptr addrspace(3) %a, align 4
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %x, %then ]
  ret i32 %r
}

; The value is computed before the branch that guarantees it to be at least 0. Its flags still say so.
; CHECK-LABEL: define i32 @promised(
; CHECK: %d = sub nuw nsw i32 31, %m
; CHECK: then:
; CHECK-NEXT: %index = zext nneg i32 %d to i64
; CHECK: %x = load i32
define i32 @promised(i32 %m) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %odd = trunc i64 %id to i1
  %fits = icmp ult i32 %m, 32
  %d = sub nuw nsw i32 31, %m
  %c = select i1 %odd, i1 %fits, i1 false
  br i1 %c, label %then, label %end
then:
  %index = zext nneg i32 %d to i64
  %a = getelementptr inbounds nuw i32, ptr addrspace(3) @v, i64 %index
  %x = load i32, ptr addrspace(3) %a, align 4
  br label %end
end:
  %r = phi i32 [ %d, %then ], [ 0, %entry ]
  %s = phi i32 [ 0, %entry ], [ %x, %then ]
  %sum = add i32 %r, %s
  ret i32 %sum
}

; The alignment of 16 is known only after the branch; alignment 4 is known at the address's definition.
; CHECK-LABEL: define <4 x i32> @guarded_alignment(
; CHECK: %x = load <4 x i32>, ptr addrspace(3) %a, align 4
; CHECK: %y = load <4 x i32>, ptr addrspace(3) %b, align 16
; CHECK-NEXT: br i1 %c, label %then, label %end
define <4 x i32> @guarded_alignment(i32 %k) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %odd = trunc i64 %id to i1
  %low = and i32 %k, 7
  %rest = and i32 %k, 3
  %whole = icmp eq i32 %rest, 0
  %c = select i1 %odd, i1 %whole, i1 false
  %index = zext i32 %low to i64
  br i1 %c, label %then, label %end
then:
  %a = getelementptr inbounds nuw i32, ptr addrspace(3) @w, i64 %index
  %b = getelementptr inbounds nuw <4 x i32>, ptr addrspace(3) @w, i64 %index
  %x = load <4 x i32>, ptr addrspace(3) %a, align 16
  %y = load <4 x i32>, ptr addrspace(3) %b, align 16
  %sum = add <4 x i32> %x, %y
  br label %end
end:
  %r = phi <4 x i32> [ zeroinitializer, %entry ], [ %sum, %then ]
  ret <4 x i32> %r
}

; The index may be one element too large.
; CHECK-LABEL: define i32 @beyond(
; CHECK: then:
; CHECK: %x = load i32
define i32 @beyond(i32 %k) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %low = and i32 %k, 31
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %next = add nuw nsw i32 %low, 1
  %index = zext nneg i32 %next to i64
  %a = getelementptr inbounds nuw i32, ptr addrspace(3) @v, i64 %index
  %x = load i32, ptr addrspace(3) %a, align 4
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %x, %then ]
  ret i32 %r
}

; Lanes have different addresses, or store: masks are needed anyway.
; CHECK-LABEL: define i32 @apart(
; CHECK: then:
; CHECK: %x = load i32
define i32 @apart() {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %index = and i64 %id, 31
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %a = getelementptr inbounds nuw i32, ptr addrspace(3) @v, i64 %index
  %x = load i32, ptr addrspace(3) %a, align 4
  br label %end
end:
  %r = phi i32 [ 0, %entry ], [ %x, %then ]
  ret i32 %r
}
; CHECK-LABEL: define void @storing(
; CHECK: then:
; CHECK: %x = load i32
define void @storing(ptr addrspace(1) %out) {
entry:
  %id = call i64 @ocl.global_id(i32 0)
  %odd = trunc i64 %id to i1
  br i1 %odd, label %then, label %end
then:
  %x = load i32, ptr addrspace(3) @v, align 4
  store i32 %x, ptr addrspace(1) %out
  br label %end
end:
  ret void
}

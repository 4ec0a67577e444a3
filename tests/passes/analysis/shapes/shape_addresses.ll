; Shapes of addresses: strides count bytes, and are summed over the indices.
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)

%pair = type { i32, [3 x i16], double }

; CHECK-LABEL: @addresses(
define void @addresses(ptr addrspace(1) %p, i64 %n, i32 %m) {
  %i = call i64 @ocl.global_id(i32 0)
; CHECK: %word = {{.*}}; strided 4 nsw nuw{{$}}
  %word = getelementptr i32, ptr addrspace(1) %p, i64 %i
; CHECK: %moved = {{.*}}; strided 4 nsw nuw{{$}}
  %moved = getelementptr i32, ptr addrspace(1) %word, i64 %n
; CHECK: %structure = {{.*}}; strided 24 nsw nuw{{$}}
  %structure = getelementptr %pair, ptr addrspace(1) %p, i64 %i
; CHECK: %field = {{.*}}; strided 26 nsw nuw{{$}}
  %field = getelementptr %pair, ptr addrspace(1) %p, i64 %i, i32 1, i64 %i
; CHECK: %twice = {{.*}}; strided 8 nsw nuw{{$}}
  %twice = getelementptr i32, ptr addrspace(1) %word, i64 %i
  %down = sub nsw i64 %n, %i
; CHECK: %reversed = {{.*}}; strided -4 nsw nuw{{$}}
  %reversed = getelementptr i32, ptr addrspace(1) %p, i64 %down
; CHECK: %diagonal = {{.*}}; uniform{{$}}
  %diagonal = getelementptr i32, ptr addrspace(1) %word, i64 %down
; CHECK: %one = {{.*}}; uniform{{$}}
  %one = getelementptr i32, ptr addrspace(1) %p, i64 %n
  ret void
}

; An index narrower than the address is sign-extended; it must not wrap around.
; CHECK-LABEL: @narrow_indices(
define void @narrow_indices(ptr addrspace(1) %p, i32 %m) {
  %i = call i64 @ocl.global_id(i32 0)
  %any = trunc i64 %i to i32
  %signed = trunc nsw i64 %i to i32
; CHECK: %lost = {{.*}}; varying{{$}}
  %lost = getelementptr i32, ptr addrspace(1) %p, i32 %any
; CHECK: %kept = {{.*}}; strided 4 nsw nuw{{$}}
  %kept = getelementptr i32, ptr addrspace(1) %p, i32 %signed
; CHECK: %one = {{.*}}; uniform{{$}}
  %one = getelementptr i32, ptr addrspace(1) %p, i32 %m
; The check of an index becomes the check of the address.
  %likely = sext i32 %any to i64
; CHECK: %checked = {{.*}}; strided 4 nsw nuw checked{{$}}
  %checked = getelementptr i32, ptr addrspace(1) %p, i64 %likely
; CHECK: %still = {{.*}}; strided 4 nsw nuw checked{{$}}
  %still = getelementptr i32, ptr addrspace(1) %checked, i32 %m
  ret void
}

; CHECK-LABEL: @scattered(
define void @scattered(ptr addrspace(1) %p, ptr addrspace(1) %q) {
  %i = call i64 @ocl.global_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
  %index = load i32, ptr addrspace(1) %a
; CHECK: %by_index = {{.*}}; varying{{$}}
  %by_index = getelementptr i32, ptr addrspace(1) %q, i32 %index
  %start = load ptr addrspace(1), ptr addrspace(1) %a
; CHECK: %of_any = {{.*}}; varying{{$}}
  %of_any = getelementptr i32, ptr addrspace(1) %start, i64 1
  ret void
}

; Each lane has its own copy of a private array; the stride is the size of a copy. In an interleaved array the stride is
; one unit, and one step of an index covers a unit of each lane.
; CHECK-LABEL: @private(
define void @private(i64 %n, ptr %out) {
; CHECK: %interleaved = {{.*}}; strided 4 nsw nuw{{$}}
  %interleaved = alloca [8 x i32]
; CHECK: %apart = {{.*}}; strided 32 nsw nuw{{$}}
  %apart = alloca [8 x i32]
  %i = call i64 @ocl.local_id(i32 0)
; CHECK: %same_index = {{.*}}; strided 4 nsw nuw{{$}}
  %same_index = getelementptr i32, ptr %interleaved, i64 %n
; CHECK: %own_index = {{.*}}; strided 68 nsw nuw{{$}}
  %own_index = getelementptr i32, ptr %interleaved, i64 %i
  store i32 0, ptr %same_index
  store i32 0, ptr %own_index
; CHECK: %apart_index = {{.*}}; strided 36 nsw nuw{{$}}
  %apart_index = getelementptr i32, ptr %apart, i64 %i
  store ptr %apart, ptr %out
  store i32 0, ptr %apart_index
  ret void
}

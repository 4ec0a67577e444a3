; Finds the values that rows share when they run together. A value is not shared if it depends on an id in dimension 1,
; or if it belongs to one row by nature.
; RUN: pass_opt --passes='print<rows>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i1 @ocl.any(i1)
declare float @_Z3sinf(float) memory(none)
declare i32 @unknown()

; CHECK-LABEL: flow of 'values': shared
define spir_kernel void @values(ptr addrspace(1) %p, i32 %d) {
; CHECK: %x = {{.*}}; shared{{$}}
  %x = call i64 @ocl.global_id(i32 0)
; CHECK: %y = {{.*}}; own{{$}}
  %y = call i64 @ocl.global_id(i32 1)
; CHECK: %z = {{.*}}; shared{{$}}
  %z = call i64 @ocl.global_id(i32 2)
; CHECK: %any = {{.*}}; own{{$}}
  %any = call i64 @ocl.global_id(i32 %d)
  %a = getelementptr float, ptr addrspace(1) %p, i64 %x
; CHECK: %column = {{.*}}; shared{{$}}
  %column = load float, ptr addrspace(1) %a
  %b = getelementptr float, ptr addrspace(1) %p, i64 %y
; CHECK: %row = {{.*}}; own{{$}}
  %row = load float, ptr addrspace(1) %b
; CHECK: %product = {{.*}}; own{{$}}
  %product = fmul float %column, %row
; CHECK: %sine = {{.*}}; shared{{$}}
  %sine = call float @_Z3sinf(float %column)
; CHECK: %volatile = {{.*}}; own{{$}}
  %volatile = load volatile i32, ptr addrspace(1) %p
; CHECK: %turn = {{.*}}; own{{$}}
  %turn = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
; CHECK: %called = {{.*}}; own{{$}}
  %called = call i32 @unknown()
; CHECK: %array = {{.*}}; own{{$}}
  %array = alloca i32
  ret void
}

; CHECK-LABEL: flow of 'votes': shared
define spir_kernel void @votes(i64 %n) {
entry:
  %y = call i64 @ocl.global_id(i32 1)
; CHECK: %c = {{.*}}; own{{$}}
  %c = icmp ult i64 %y, %n
; A vote covers all rows together.
; CHECK: %any = {{.*}}; shared{{$}}
  %any = call i1 @ocl.any(i1 %c)
  br i1 %any, label %then, label %join
then:
  br label %join
join:
  ret void
}

; CHECK-LABEL: flow of 'apart': each row's own
define spir_kernel void @apart(i64 %n) {
entry:
  %y = call i64 @ocl.global_id(i32 1)
  %c = icmp ult i64 %y, %n
  br i1 %c, label %then, label %join
then:
  br label %join
join:
  ret void
}

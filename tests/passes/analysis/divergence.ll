; Finds the values that differ between the work-items of a chunk, and the blocks that only some of them run.
; RUN: pass_opt --passes='print<divergence>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)
declare i32 @ocl.group_or(i32) convergent

; CHECK-LABEL: @values(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %y = {{[^;]*$}}
; CHECK: %any = {{.*}}; divergent{{$}}
; CHECK: %sum = {{.*}}; divergent{{$}}
; CHECK: %same = {{[^;]*$}}
; CHECK: %a = {{.*}}; divergent{{$}}
; CHECK: %own = {{.*}}; divergent{{$}}
; CHECK: %volatile = {{.*}}; divergent{{$}}
; CHECK: %turn = {{.*}}; divergent{{$}}
; CHECK: %array = {{.*}}; divergent{{$}}
; CHECK: %all = {{[^;]*$}}
; CHECK: flow of 'values': one way for all
; CHECK-NEXT: {{^  }}block 0 -> (end){{$}}
define spir_kernel void @values(ptr addrspace(1) %p, i32 %d) {
  %x = call i64 @ocl.global_id(i32 0)
  %y = call i64 @ocl.global_id(i32 1)
  %any = call i64 @ocl.global_id(i32 %d)
  %sum = add i64 %x, %y
  %same = load i32, ptr addrspace(1) %p
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %x
  %own = load i32, ptr addrspace(1) %a
  %volatile = load volatile i32, ptr addrspace(1) %p
  %turn = atomicrmw add ptr addrspace(1) %p, i32 1 monotonic
  %array = alloca i32
  %all = call i32 @ocl.group_or(i32 %own)
  ret void
}

; With rows, dimension 1 differs as well.
; CHECK-LABEL: @rows(
; CHECK: %y = {{.*}}; divergent{{$}}
; CHECK: %z = {{[^;]*$}}
; CHECK: flow of 'rows': one way for all
; CHECK-NEXT: {{^  }}block 0 -> (end){{$}}
define spir_kernel void @rows() "lanewise-for_rows" {
  %y = call i64 @ocl.global_id(i32 1)
  %z = call i64 @ocl.global_id(i32 2)
  ret void
}

; All lanes take one path, so that nothing splits.
; CHECK-LABEL: @uniform(
; CHECK: br i1 %c, {{[^;]*$}}
; CHECK: flow of 'uniform': one way for all
; CHECK-NEXT: {{^  }}block entry -> then join{{$}}
; CHECK-NEXT: {{^  }}block then -> join{{$}}
; CHECK-NEXT: {{^  }}block join -> (end){{$}}
define spir_kernel void @uniform(i1 %c, ptr addrspace(1) %p) {
entry:
  br i1 %c, label %then, label %join
then:
  store i32 1, ptr addrspace(1) %p
  br label %join
join:
  ret void
}

; CHECK-LABEL: @diamond(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %c = {{.*}}; divergent{{$}}
; CHECK: br i1 %c, {{.*}}; divergent{{$}}
; CHECK: flow of 'diamond': work-items part
; CHECK-NEXT: {{^  }}block entry splits -> then else{{$}}
; CHECK-NEXT: {{^  }}block else -> join{{$}}
; CHECK-NEXT: {{^  }}block then -> join{{$}}
; CHECK-NEXT: {{^  }}block join -> (end){{$}}
; CHECK-NEXT: {{^  }}group: entry to join: else then{{$}}
define spir_kernel void @diamond(i64 %n, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %x, %n
  br i1 %c, label %then, label %else
then:
  store i32 1, ptr addrspace(1) %p
  br label %join
else:
  store i32 2, ptr addrspace(1) %p
  br label %join
join:
  ret void
}

; A uniform branch inside of a divergent region, whose paths meet again in the region, stays a branch.
; CHECK-LABEL: @part(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %c = {{.*}}; divergent{{$}}
; CHECK: br i1 %c, {{.*}}; divergent{{$}}
; CHECK: br i1 %u, {{[^;]*$}}
; CHECK: flow of 'part': work-items part
; CHECK-NEXT: {{^  }}block entry splits -> inside join{{$}}
; CHECK-NEXT: {{^  }}block inside part until after.part -> then after{{$}}
; CHECK-NEXT: {{^    }}block inside -> then after.part{{$}}
; CHECK-NEXT: {{^    }}block then -> after.part{{$}}
; CHECK-NEXT: {{^    }}block after.part -> (end){{$}}
; CHECK-NEXT: {{^  }}block then -> after{{$}}
; CHECK-NEXT: {{^  }}block after -> join{{$}}
; CHECK-NEXT: {{^  }}block join -> (end){{$}}
; CHECK-NEXT: {{^  }}group: entry to join: inside after{{$}}
define spir_kernel void @part(i64 %n, i1 %u, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %x, %n
  br i1 %c, label %inside, label %join
inside:
  br i1 %u, label %then, label %after
then:
  store i32 1, ptr addrspace(1) %p
  br label %after
after:
  store i32 2, ptr addrspace(1) %p
  br label %join
join:
  ret void
}

; A uniform branch that leaves the region around it is treated as divergent.
; CHECK-LABEL: @unstructured(
; CHECK: br i1 %u, {{[^;]*$}}
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %c = {{.*}}; divergent{{$}}
; CHECK: br i1 %c, {{.*}}; divergent{{$}}
; CHECK: flow of 'unstructured': work-items part
; CHECK-NEXT: {{^  }}block entry splits -> parts shared{{$}}
; CHECK-NEXT: {{^  }}block parts splits -> shared own{{$}}
; CHECK-NEXT: {{^  }}block own -> join{{$}}
; CHECK-NEXT: {{^  }}block shared -> join{{$}}
; CHECK-NEXT: {{^  }}block join -> (end){{$}}
; CHECK-NEXT: {{^  }}group: entry to join: parts own shared{{$}}
define spir_kernel void @unstructured(i64 %n, i1 %u, ptr addrspace(1) %p) {
entry:
  br i1 %u, label %parts, label %shared
parts:
  %x = call i64 @ocl.global_id(i32 0)
  %c = icmp ult i64 %x, %n
  br i1 %c, label %shared, label %own
own:
  store i32 1, ptr addrspace(1) %p
  br label %join
shared:
  store i32 2, ptr addrspace(1) %p
  br label %join
join:
  ret void
}

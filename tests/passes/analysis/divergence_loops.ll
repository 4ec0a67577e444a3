; Loops that lanes leave together by a uniform exit or at different times by a divergent one, and the exits that stay
; branches.
; RUN: pass_opt --passes='print<divergence>' --disable-output %s | FileCheck %s

declare i64 @ocl.global_id(i32) memory(none)

; CHECK-LABEL: @counted(
; CHECK: %i = {{[^;]*$}}
; CHECK: %next = {{[^;]*$}}
; CHECK: %more = {{[^;]*$}}
; CHECK: br i1 %more, {{[^;]*$}}
; CHECK: flow of 'counted': one way for all
; CHECK-NEXT: {{^  }}block entry -> loop{{$}}
; CHECK-NEXT: {{^  }}loop loop -> end{{$}}
; CHECK-NEXT: {{^    }}left together{{$}}
; CHECK-NEXT: {{^    }}block loop leaves plainly -> (end){{$}}
; CHECK-NEXT: {{^  }}block end -> (end){{$}}
define spir_kernel void @counted(i64 %n, ptr addrspace(1) %p) {
entry:
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; If lanes leave the loop at different times, the value of the same counter differs between lanes after the loop.
; CHECK-LABEL: @own_count(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %i = {{[^;]*$}}
; CHECK: %next = {{[^;]*$}}
; CHECK: %more = {{.*}}; divergent{{$}}
; CHECK: br i1 %more, {{.*}}; divergent{{$}}
; CHECK: %last = {{.*}}; divergent{{$}}
; CHECK: %twice = {{.*}}; divergent{{$}}
; CHECK: flow of 'own_count': work-items part
; CHECK-NEXT: {{^  }}block entry -> loop{{$}}
; CHECK-NEXT: {{^  }}loop loop -> end{{$}}
; CHECK-NEXT: {{^    }}left at different times{{$}}
; CHECK-NEXT: {{^    }}block loop splits leaves -> (end){{$}}
; CHECK-NEXT: {{^    }}group: loop to (end):{{$}}
; CHECK-NEXT: {{^  }}block end -> (end){{$}}
define spir_kernel void @own_count(ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %loop ]
  %next = add i64 %i, 1
  %more = icmp ult i64 %next, %x
  br i1 %more, label %loop, label %end
end:
  %last = phi i64 [ %next, %loop ]
  %twice = add i64 %last, %last
  ret void
}

; All remaining lanes leave together when the bound is reached (a uniform exit), but separately at the break.
; CHECK-LABEL: @bounded_search(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %i = {{[^;]*$}}
; CHECK: %more = {{[^;]*$}}
; CHECK: br i1 %more, {{[^;]*$}}
; CHECK: %a = {{[^;]*$}}
; CHECK: %v = {{[^;]*$}}
; CHECK: %found = {{.*}}; divergent{{$}}
; CHECK: br i1 %found, {{.*}}; divergent{{$}}
; CHECK: %next = {{[^;]*$}}
; CHECK: flow of 'bounded_search': work-items part
; CHECK-NEXT: {{^  }}block entry -> head{{$}}
; CHECK-NEXT: {{^  }}loop head -> end{{$}}
; CHECK-NEXT: {{^    }}left at different times{{$}}
; CHECK-NEXT: {{^    }}block head leaves plainly -> body (end){{$}}
; CHECK-NEXT: {{^    }}block body splits leaves -> (end) latch{{$}}
; CHECK-NEXT: {{^    }}block latch -> (end){{$}}
; CHECK-NEXT: {{^    }}group: body to (end): latch{{$}}
; CHECK-NEXT: {{^  }}block end -> (end){{$}}
define spir_kernel void @bounded_search(i64 %n, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %end
body:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  %found = icmp eq i64 %v, %x
  br i1 %found, label %end, label %latch
latch:
  %next = add i64 %i, 1
  br label %head
end:
  ret void
}

; A loop splits the lanes if they leave it to two different blocks.
; CHECK-LABEL: @two_targets(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %i = {{[^;]*$}}
; CHECK: %more = {{[^;]*$}}
; CHECK: br i1 %more, {{[^;]*$}}
; CHECK: %a = {{[^;]*$}}
; CHECK: %v = {{[^;]*$}}
; CHECK: %is = {{.*}}; divergent{{$}}
; CHECK: br i1 %is, {{.*}}; divergent{{$}}
; CHECK: %next = {{[^;]*$}}
; CHECK: flow of 'two_targets': work-items part
; CHECK-NEXT: {{^  }}block entry -> head{{$}}
; CHECK-NEXT: {{^  }}loop head splits -> none found{{$}}
; CHECK-NEXT: {{^    }}left at different times{{$}}
; CHECK-NEXT: {{^    }}block head leaves plainly -> body (end){{$}}
; CHECK-NEXT: {{^    }}block body splits leaves -> (end) latch{{$}}
; CHECK-NEXT: {{^    }}block latch -> (end){{$}}
; CHECK-NEXT: {{^    }}group: body to (end): latch{{$}}
; CHECK-NEXT: {{^  }}block found -> end{{$}}
; CHECK-NEXT: {{^  }}block none -> end{{$}}
; CHECK-NEXT: {{^  }}block end -> (end){{$}}
; CHECK-NEXT: {{^  }}group: head to end: found none{{$}}
define spir_kernel void @two_targets(i64 %n, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %head
head:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %more = icmp ult i64 %i, %n
  br i1 %more, label %body, label %none
body:
  %a = getelementptr i64, ptr addrspace(1) %p, i64 %i
  %v = load i64, ptr addrspace(1) %a
  %is = icmp eq i64 %v, %x
  br i1 %is, label %found, label %latch
latch:
  %next = add i64 %i, 1
  br label %head
found:
  store i64 %x, ptr addrspace(1) %p
  br label %end
none:
  br label %end
end:
  ret void
}

; All lanes run the inner loop together, but leave the outer loop at different times.
; CHECK-LABEL: @nested(
; CHECK: %x = {{.*}}; divergent{{$}}
; CHECK: %i = {{[^;]*$}}
; CHECK: %j = {{[^;]*$}}
; CHECK: %j.next = {{[^;]*$}}
; CHECK: %j.more = {{[^;]*$}}
; CHECK: br i1 %j.more, {{[^;]*$}}
; CHECK: %i.next = {{[^;]*$}}
; CHECK: %i.more = {{.*}}; divergent{{$}}
; CHECK: br i1 %i.more, {{.*}}; divergent{{$}}
; CHECK: flow of 'nested': work-items part
; CHECK-NEXT: {{^  }}block entry -> outer{{$}}
; CHECK-NEXT: {{^  }}loop outer -> end{{$}}
; CHECK-NEXT: {{^    }}left at different times{{$}}
; CHECK-NEXT: {{^    }}block outer -> inner{{$}}
; CHECK-NEXT: {{^    }}loop inner -> outer.latch{{$}}
; CHECK-NEXT: {{^      }}left together{{$}}
; CHECK-NEXT: {{^      }}block inner leaves plainly -> (end){{$}}
; CHECK-NEXT: {{^    }}block outer.latch splits leaves -> (end){{$}}
; CHECK-NEXT: {{^    }}group: outer.latch to (end):{{$}}
; CHECK-NEXT: {{^  }}block end -> (end){{$}}
define spir_kernel void @nested(i64 %n, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %outer
outer:
  %i = phi i64 [ 0, %entry ], [ %i.next, %outer.latch ]
  br label %inner
inner:
  %j = phi i64 [ 0, %outer ], [ %j.next, %inner ]
  %j.next = add i64 %j, 1
  %j.more = icmp ult i64 %j.next, %n
  br i1 %j.more, label %inner, label %outer.latch
outer.latch:
  %i.next = add i64 %i, 1
  %i.more = icmp ult i64 %i.next, %x
  br i1 %i.more, label %outer, label %end
end:
  ret void
}

; Constants tell by which exit lanes left a loop, so they differ although they do not come from the loop.
; CHECK-LABEL: @found(
; CHECK: br i1 %end, {{[^;]*$}}
; CHECK: br i1 %hit, {{.*}}; divergent{{$}}
; CHECK: %found = {{.*}}; divergent{{$}}
; CHECK: %more = {{.*}}; divergent{{$}}
; CHECK: br i1 %more, {{.*}}; divergent{{$}}
define spir_kernel void @found(i64 %n, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %after, label %body
body:
  %hit = icmp eq i64 %i, %x
  br i1 %hit, label %after, label %latch
latch:
  %next = add i64 %i, 1
  br label %loop
after:
  %found = phi i64 [ 2, %loop ], [ 7, %body ]
  %more = icmp ugt i64 %found, %n
  br i1 %more, label %then, label %done
then:
  store i64 1, ptr addrspace(1) %p
  br label %done
done:
  ret void
}

; Lanes that meet again before the exits leave together, so the constants are the same for all of them.
; CHECK-LABEL: @met(
; CHECK: br i1 %odd, {{.*}}; divergent{{$}}
; CHECK: br i1 %hit, {{[^;]*$}}
; CHECK: %found = {{[^;]*$}}
define spir_kernel void @met(i64 %n, i64 %m, ptr addrspace(1) %p) {
entry:
  %x = call i64 @ocl.global_id(i32 0)
  br label %loop
loop:
  %i = phi i64 [ 0, %entry ], [ %next, %latch ]
  %end = icmp eq i64 %i, %n
  br i1 %end, label %after, label %body
body:
  %odd = trunc i64 %x to i1
  br i1 %odd, label %then, label %meet
then:
  store i64 1, ptr addrspace(1) %p
  br label %meet
meet:
  %hit = icmp eq i64 %i, %m
  br i1 %hit, label %after, label %latch
latch:
  %next = add i64 %i, 1
  br label %loop
after:
  %found = phi i64 [ 2, %loop ], [ 7, %meet ]
  store i64 %found, ptr addrspace(1) %p
  ret void
}

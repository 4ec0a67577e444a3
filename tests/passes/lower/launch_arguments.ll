; Called functions that print, enqueue or query address spaces get launch and worker from the group function, through
; their callers. Their operations are lowered in place.
; RUN: pass_opt --passes=launch_arguments,verify %s | FileCheck %s
; RUN: pass_opt --passes=launch_arguments,lower_address_space,lower_printf,lower_enqueue,verify %s | FileCheck %s --check-prefix=LOWERED

@format = addrspace(2) constant [3 x i8] c"%d\00"

; CHECK-LABEL: define internal void @k.group(
; CHECK: call i32 @outer(i32 7, ptr %launch, ptr %worker)
; CHECK: call i32 @plain(i32 8)
; LOWERED: define internal void @k.group({{.*}}) #[[MARK:[0-9]+]]
define internal void @k.group(i32 %n, ptr %launch, ptr %worker, i64 %group.0, i64 %group.1, i64 %group.2) {
  %a = call i32 @outer(i32 7)
  %b = call i32 @plain(i32 8)
  ret void
}

; CHECK-LABEL: define internal i32 @outer(i32 %x, ptr "lanewise-hidden"="launch" %launch, ptr "lanewise-hidden"="worker" %worker)
; CHECK: call i32 @inner(i32 %x, ptr %launch, ptr %worker)
define internal i32 @outer(i32 %x) #0 {
  %a = call i32 @inner(i32 %x)
  %b = call i32 @plain(i32 %a)
  ret i32 %b
}

; CHECK-LABEL: define internal i32 @inner(i32 %x, ptr "lanewise-hidden"="launch" %launch, ptr "lanewise-hidden"="worker" %worker)
; CHECK: call i32 {{.*}}@ocl.printf(ptr addrspace(2) @format, i32 %x)
; LOWERED-LABEL: define internal i32 @inner(
; LOWERED: %printf.arguments = alloca [8 x i8]
; LOWERED-NOT: @ocl.
; LOWERED: getelementptr inbounds i8, ptr %worker
; LOWERED: call ptr @llvm.stacksave
; LOWERED: call i32 %printf(ptr %launch, ptr {{.*}}, ptr %printf.arguments, i64 8)
; LOWERED: call i64 %device_call(ptr %launch, ptr %worker, i32 3, i64 7, i64 0)
define internal i32 @inner(i32 %x) #0 {
  %v = alloca i32
  %p = addrspacecast ptr %v to ptr addrspace(4)
  %s = call i32 @ocl.address_space(ptr addrspace(4) %p)
  %r = call i32 (ptr addrspace(2), ...) @ocl.printf(ptr addrspace(2) @format, i32 %x)
  %d = call i64 @ocl.device_call(i32 3, i64 7, i64 0)
  %sum = add i32 %r, %s
  ret i32 %sum
}

; CHECK-LABEL: define internal i32 @plain(i32 %x)
define internal i32 @plain(i32 %x) #0 {
  ret i32 %x
}

; LOWERED: attributes #[[MARK]] = { "lanewise-enqueues" }
declare i32 @ocl.printf(ptr addrspace(2), ...)
declare i32 @ocl.address_space(ptr addrspace(4))
declare i64 @ocl.device_call(i32, i64, i64)

attributes #0 = { noinline "lanewise-called" }

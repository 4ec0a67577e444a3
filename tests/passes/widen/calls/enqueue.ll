; Each active lane enqueues by itself, with a contiguous literal. Interleaving the literal among lanes is not possible.
; RUN: pass_opt --passes=widen,verify %s | FileCheck %s

declare i64 @ocl.local_id(i32) memory(none)
declare void @ocl.mask(i1)
declare i32 @ocl.enqueue(i64, i32, ptr, i64, ptr addrspace(4), i32, ptr, i32, ptr, ptr)

; CHECK-LABEL: define spir_kernel void @some.full(
; CHECK: %literal = alloca [192 x i8], align 64
; CHECK: call void @llvm.masked.store{{.*}} <i1 true, i1 false, i1 false, i1 true, i1 false, i1 false, i1 true, i1 false>)
; CHECK: lane:
; CHECK: call i32 @ocl.enqueue(
; CHECK: br i1 {{.*}}, label %lane,
; CHECK-NOT: @ocl.enqueue(
; CHECK: define spir_kernel void @some.tail(
define spir_kernel void @some(i64 %q, i64 %n, ptr %range) #0 {
  %literal = alloca [3 x i64]
  %i = call i64 @ocl.local_id(i32 0)
  store i64 %i, ptr %literal
  %at = getelementptr i64, ptr %literal, i64 2
  store i64 %i, ptr %at
  %block = addrspacecast ptr %literal to ptr addrspace(4)
  %c = icmp slt i64 %i, %n
  br label %then
then:
  call void @ocl.mask(i1 %c)
  %s = call i32 @ocl.enqueue(i64 %q, i32 0, ptr %range, i64 0, ptr addrspace(4) %block, i32 0, ptr null, i32 0, ptr null, ptr null)
  br label %end
end:
  ret void
}

attributes #0 = { "lanewise-lanes"="8" "target-features"="+avx2" }

; Instructions are combined as by LLVM's InstCombine. No trace is left of the variables that were hidden from it.
; RUN: pass_opt --passes=combine_instructions,verify %s | FileCheck %s

; CHECK-LABEL: define i32 @f(
; CHECK: %array = alloca
; CHECK-NOT: ocl.hidden
; CHECK: %[[ADDRESS:.*]] = getelementptr inbounds {{.*}}%array
; CHECK: load i32, ptr %[[ADDRESS]]
; CHECK: shl i32 %{{.*}}, 3
define i32 @f(i64 %i, i64 %j) {
  %array = alloca [16 x i32]
  %address = getelementptr inbounds [16 x i32], ptr %array, i64 0, i64 %i
  %other = getelementptr inbounds [16 x i32], ptr %array, i64 0, i64 %j
  store i32 7, ptr %other
  %value = load i32, ptr %address
  %twice = mul i32 %value, 2
  %more = mul i32 %twice, 4
  ret i32 %more
}

declare <16 x i32> @llvm.masked.load.v16i32.p0(ptr, <16 x i1>, <16 x i32>)
declare void @llvm.masked.store.v16i32.p0(<16 x i32>, ptr, <16 x i1>)

; The load stays before the store and absorbs the select's other value.
; CHECK-LABEL: define <16 x i32> @old_value(
; CHECK: %l = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr{{.*}} %p, <16 x i1> %m, <16 x i32> splat (i32 7))
; CHECK-NEXT: call void @llvm.masked.store
; CHECK-NEXT: ret <16 x i32> %l
define <16 x i32> @old_value(ptr %p, <16 x i1> %m) {
  %n = xor <16 x i1> %m, splat (i1 true)
  %l = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 1), ptr align 4 %p, <16 x i1> %m)
  %s = select <16 x i1> %n, <16 x i32> splat (i32 7), <16 x i32> %l
  ret <16 x i32> %s
}

; The other value of the select is defined too late.
; CHECK-LABEL: define <16 x i32> @later_value(
; CHECK: %[[L:.*]] = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr{{.*}} %p, <16 x i1> %m, <16 x i32> zeroinitializer)
; CHECK-NEXT: call void @llvm.masked.store
; CHECK: select <16 x i1> %m, <16 x i32> %[[L]], <16 x i32>
define <16 x i32> @later_value(ptr %p, ptr %q, <16 x i1> %m) {
  %l = call <16 x i32> @llvm.masked.load.v16i32.p0(ptr align 4 %p, <16 x i1> %m, <16 x i32> zeroinitializer)
  call void @llvm.masked.store.v16i32.p0(<16 x i32> splat (i32 1), ptr align 4 %p, <16 x i1> %m)
  %x = load <16 x i32>, ptr %q
  %s = select <16 x i1> %m, <16 x i32> %l, <16 x i32> %x
  ret <16 x i32> %s
}

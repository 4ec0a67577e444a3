; Instructions are combined as LLVM's InstCombine does; nothing is left of how variables were hidden from it.
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

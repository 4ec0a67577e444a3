; In functions of many blocks, variables used in few blocks become values. Variables stay for SROA if they are used in
; many blocks, escape, or are accessed whole and in parts. Functions of few blocks are left alone.
; RUN: expand %s | pass_opt --passes=promote_variables,verify - | FileCheck %s

declare void @llvm.lifetime.start.p0(ptr)
declare void @llvm.lifetime.end.p0(ptr)

; CHECK-LABEL: define i32 @many(
; CHECK-NOT: %counter0 = alloca
; CHECK: %everywhere = alloca i32
; CHECK: %escapes = alloca i32
; CHECK: %mixed = alloca i32
; CHECK: %volatile = alloca i32
; CHECK-NOT: alloca
; CHECK: for0:
; CHECK-NEXT: %[[I:.*]] = phi i32 [ %{{.*}}, %body0 ], [ 0, %start0 ]
; CHECK: icmp ult i32 %[[I]], %n
; CHECK: body0:
; CHECK: %next0 = add i32 %[[I]], 1
; CHECK-NEXT: br label %for0
; CHECK: for1:
; CHECK-NEXT: phi i32
define i32 @many(i32 %n, ptr %out) {
entry:
; FOR n IN 0..199
  %counter{n} = alloca i32
; END
  %everywhere = alloca i32
  %escapes = alloca i32
  %mixed = alloca i32
  %volatile = alloca i32
  store i32 1, ptr %everywhere
  store ptr %escapes, ptr %out
  store i32 1, ptr %mixed
  %byte = load i8, ptr %mixed
  store volatile i32 1, ptr %volatile
  br label %start0
; FOR n IN 0..199
start{n}:
  call void @llvm.lifetime.start.p0(ptr %counter{n})
  store i32 0, ptr %counter{n}
  br label %for{n}
for{n}:
  %i{n} = load i32, ptr %counter{n}
  %more{n} = icmp ult i32 %i{n}, %n
  br i1 %more{n}, label %body{n}, label %start{n+1}
body{n}:
  %all{n} = load i32, ptr %everywhere
  %sum{n} = add i32 %all{n}, %i{n}
  store i32 %sum{n}, ptr %everywhere
  %next{n} = add i32 %i{n}, 1
  store i32 %next{n}, ptr %counter{n}
  br label %for{n}
; END
start200:
  call void @llvm.lifetime.end.p0(ptr %counter199)
  %result = load i32, ptr %everywhere
  ret i32 %result
}

; CHECK-LABEL: define i32 @few(
; CHECK: %variable = alloca i32
; CHECK: load i32, ptr %variable
define i32 @few(i32 %n) {
  %variable = alloca i32
  store i32 %n, ptr %variable
  %v = load i32, ptr %variable
  ret i32 %v
}

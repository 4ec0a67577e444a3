; A product of a loaded number that is splatted to a register is computed as a vector product.
; RUN: pass_opt --passes=splat_products,verify %s | FileCheck %s

; CHECK-LABEL: define void @scaled(
; CHECK: %alpha = load float, ptr %q
; CHECK-NEXT: %[[INSERTED:.*]] = insertelement <16 x float> poison, float %alpha, i64 0
; CHECK-NEXT: %[[ALPHA:.*]] = shufflevector <16 x float> %[[INSERTED]], <16 x float> poison, <16 x i32> zeroinitializer
; CHECK: loop:
; CHECK: %x = load float, ptr %a
; CHECK-NEXT: %[[X:.*]] = insertelement <16 x float> poison, float %x, i64 0
; CHECK-NEXT: %[[ALL:.*]] = shufflevector <16 x float> %[[X]], <16 x float> poison, <16 x i32> zeroinitializer
; CHECK-NEXT: %[[M:.*]] = fmul nnan <16 x float> %[[ALPHA]], %[[ALL]]
; CHECK-NEXT: fadd <16 x float> %sum, %[[M]]
define void @scaled(ptr %p, ptr %q, ptr %r, i64 %n) #0 {
entry:
  %alpha = load float, ptr %q
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %sum = phi <16 x float> [ zeroinitializer, %entry ], [ %t, %loop ]
  %a = getelementptr float, ptr %p, i64 %k
  %x = load float, ptr %a
  %m = fmul nnan float %x, %alpha
  %i = insertelement <16 x float> poison, float %m, i64 0
  %s = shufflevector <16 x float> %i, <16 x float> poison, <16 x i32> zeroinitializer
  %t = fadd <16 x float> %sum, %s
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  store <16 x float> %t, ptr %r
  ret void
}

; Excluded: products for two registers, factors loaded in the same block, and products with other uses.
; CHECK-LABEL: define void @others(
; CHECK: loop:
; CHECK-NOT: fmul <
; CHECK: ret void
define void @others(ptr %p, ptr %q, ptr %r, i64 %n) #0 {
entry:
  %alpha = load float, ptr %q
  br label %loop
loop:
  %k = phi i64 [ 0, %entry ], [ %next, %loop ]
  %a = getelementptr float, ptr %p, i64 %k
  %x = load float, ptr %a
  %m = fmul float %x, %alpha
  %i = insertelement <32 x float> poison, float %m, i64 0
  %s = shufflevector <32 x float> %i, <32 x float> poison, <32 x i32> zeroinitializer
  store <32 x float> %s, ptr %r
  %y = load float, ptr %r
  %z = load float, ptr %q
  %m2 = fmul float %y, %z
  %i2 = insertelement <16 x float> poison, float %m2, i64 0
  %s2 = shufflevector <16 x float> %i2, <16 x float> poison, <16 x i32> zeroinitializer
  store <16 x float> %s2, ptr %r
  %v = load float, ptr %q
  %m3 = fmul float %v, %alpha
  store float %m3, ptr %p
  %i3 = insertelement <16 x float> poison, float %m3, i64 0
  %s3 = shufflevector <16 x float> %i3, <16 x float> poison, <16 x i32> zeroinitializer
  store <16 x float> %s3, ptr %r
  %next = add i64 %k, 1
  %more = icmp ult i64 %next, %n
  br i1 %more, label %loop, label %end
end:
  ret void
}

; CHECK-LABEL: define void @avx2(
; CHECK: fmul float
define void @avx2(ptr %p, ptr %q, ptr %r) {
entry:
  %alpha = load float, ptr %q
  br label %next
next:
  %x = load float, ptr %p
  %m = fmul float %x, %alpha
  %i = insertelement <16 x float> poison, float %m, i64 0
  %s = shufflevector <16 x float> %i, <16 x float> poison, <16 x i32> zeroinitializer
  store <16 x float> %s, ptr %r
  ret void
}

attributes #0 = { "target-features"="+avx512f" }

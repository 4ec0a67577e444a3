; Shapes of conversions: a progression that cannot wrap around stays one. If this is likely but not proved, a test at
; run time has to confirm it ("checked").
; RUN: pass_opt --passes='print<shape;lanes=16>' --disable-output %s | FileCheck %s
target datalayout = "e-p3:32:32-p:64:64"

declare i64 @ocl.global_id(i32) memory(none)
declare i64 @ocl.local_id(i32) memory(none)

; CHECK-LABEL: @truncations(
define void @truncations() {
  %i = call i64 @ocl.local_id(i32 0)
; CHECK: %plain = {{.*}}; strided 1 align 16{{$}}
  %plain = trunc i64 %i to i32
; CHECK: %signed = {{.*}}; strided 1 nsw align 16{{$}}
  %signed = trunc nsw i64 %i to i32
; CHECK: %unsigned = {{.*}}; strided 1 nuw align 16{{$}}
  %unsigned = trunc nuw i64 %i to i32
; A value that is known to be small fits.
  %small = and i64 %i, 1023
; CHECK: %fits = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %fits = trunc i64 %small to i32
; 1023 with its sign fits in sixteen bits, but not in eight.
; CHECK: %fits_word = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %fits_word = trunc i64 %small to i16
; CHECK: %cut = {{.*}}; strided 1 align 16{{$}}
  %cut = trunc i64 %small to i8
; The highest bit would be taken for a sign.
  %full = and i64 %i, 65535
; CHECK: %full_word = {{.*}}; strided 1 align 16{{$}}
  %full_word = trunc i64 %full to i16
; CHECK: %bit = {{.*}}; varying{{$}}
  %bit = trunc i64 %i to i1
; The stride is truncated as well.
  %far = mul i64 %i, 65537
; CHECK: %near = {{.*}}; strided 1 align 16{{$}}
  %near = trunc i64 %far to i16
  %farther = mul i64 %i, 65536
; CHECK: %same = {{.*}}; uniform{{$}}
  %same = trunc i64 %farther to i16
  ret void
}

; CHECK-LABEL: @extensions(
define void @extensions() {
  %i = call i64 @ocl.local_id(i32 0)
  %any = trunc i64 %i to i32
  %signed = trunc nsw i64 %i to i32
  %unsigned = trunc nuw i64 %i to i32
; CHECK: %sext_proved = {{.*}}; strided 1 nsw align 16{{$}}
  %sext_proved = sext i32 %signed to i64
; CHECK: %sext_likely = {{.*}}; strided 1 nsw align 16 checked{{$}}
  %sext_likely = sext i32 %any to i64
; CHECK: %zext_proved = {{.*}}; strided 1 nsw nuw align 16{{$}}
  %zext_proved = zext i32 %unsigned to i64
; CHECK: %zext_likely = {{.*}}; strided 1 nsw nuw align 16 checked{{$}}
  %zext_likely = zext i32 %any to i64
; A non-negative value may be sign-extended.
; CHECK: %zext_nneg = {{.*}}; strided 1 nsw align 16{{$}}
  %zext_nneg = zext nneg i32 %signed to i64
; CHECK: %zext_nneg_likely = {{.*}}; strided 1 nsw nuw align 16 checked{{$}}
  %zext_nneg_likely = zext nneg i32 %any to i64
  ret void
}

; A check is passed on, but lost if a test of lane 0 can no longer decide it.
; CHECK-LABEL: @checked(
define void @checked(i64 %n) {
  %i = call i64 @ocl.local_id(i32 0)
  %any = trunc i64 %i to i32
; CHECK: %likely = {{.*}} checked{{$}}
  %likely = sext i32 %any to i64
; CHECK: %moved = {{.*}}; strided 1 nsw checked{{$}}
  %moved = add nsw i64 %likely, %n
; CHECK: %scaled = {{.*}}; strided 3 align 16 checked{{$}}
  %scaled = mul i64 %likely, 3
; CHECK: %bits = {{.*}}; varying{{$}}
  %bits = and i64 %likely, 255
; CHECK: %frozen = {{.*}}; varying{{$}}
  %frozen = freeze i64 %likely
; The check is lost even for a difference that is zero in every lane for which the check holds.
; CHECK: %zero = {{.*}}; varying{{$}}
  %zero = sub i64 %likely, %i
; CHECK: %again = {{.*}}; strided 1 align 16 checked{{$}}
  %again = trunc i64 %likely to i32
  ret void
}

; -20000 and 20000 fit the type, but their distance does not.
; CHECK-LABEL: @far_apart(
define void @far_apart() {
  %i = call i64 @ocl.local_id(i32 0)
  %far = mul nuw nsw i64 %i, 40000
; CHECK: %cut = {{.*}}; strided -25536 align 1024{{$}}
  %cut = trunc nuw nsw i64 %far to i16
; CHECK: %wide = {{.*}}; varying{{$}}
  %wide = zext i16 %cut to i64
  ret void
}

; No test helps if the type cannot hold the distance from the first lane to the last.
; CHECK-LABEL: @out_of_reach(
define void @out_of_reach() {
  %i = call i64 @ocl.local_id(i32 0)
  %b = trunc i64 %i to i8
; 8 * 15 fits in a signed byte, 9 * 15 does not.
  %eight = mul i8 %b, 8
; CHECK: %in_reach = {{.*}}; strided 8 nsw align 128 checked{{$}}
  %in_reach = sext i8 %eight to i32
  %nine = mul i8 %b, 9
; CHECK: %out = {{.*}}; varying{{$}}
  %out = sext i8 %nine to i32
; CHECK: %unsigned = {{.*}}; varying{{$}}
  %unsigned = zext i8 %nine to i32
  ret void
}

; CHECK-LABEL: @others(
define void @others(ptr addrspace(1) %p, ptr addrspace(3) %l, i64 %n) {
  %i = call i64 @ocl.local_id(i32 0)
  %a = getelementptr i32, ptr addrspace(1) %p, i64 %i
; CHECK: %number = {{.*}}; strided 4 nsw nuw{{$}}
  %number = ptrtoint ptr addrspace(1) %a to i64
; CHECK: %pointer = {{.*}}; strided 4 nsw nuw{{$}}
  %pointer = inttoptr i64 %number to ptr addrspace(1)
; CHECK: %generic = {{.*}}; strided 4 nsw nuw{{$}}
  %generic = addrspacecast ptr addrspace(1) %a to ptr addrspace(4)
; A conversion to another width than the pointer's has no known shape.
; CHECK: %cut = {{.*}}; varying{{$}}
  %cut = ptrtoint ptr addrspace(1) %a to i32
  %b = getelementptr i32, ptr addrspace(3) %l, i64 %i
; CHECK: %wider = {{.*}}; varying{{$}}
  %wider = addrspacecast ptr addrspace(3) %b to ptr addrspace(4)
; CHECK: %float = {{.*}}; varying{{$}}
  %float = sitofp i64 %i to double
; CHECK: %bits = {{.*}}; varying{{$}}
  %bits = bitcast i64 %i to double
; CHECK: %uniform = {{.*}}; uniform{{$}}
  %uniform = uitofp i64 %n to float
  ret void
}

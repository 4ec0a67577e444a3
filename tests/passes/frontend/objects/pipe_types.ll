; Pipes become addresses and reservations become integers, wherever a type can stand.
; RUN: pass_opt --passes=replace_opaque_types,verify %s | FileCheck %s

; CHECK: %[[LITERAL:.*]] = type { i32, i64 }
%literal = type { i32, target("spirv.ReserveId") }

; CHECK: @shared = internal addrspace(3) global i64 undef
@shared = internal addrspace(3) global target("spirv.ReserveId") undef
; CHECK: @several = internal addrspace(3) global [2 x i64] undef
@several = internal addrspace(3) global [2 x target("spirv.ReserveId")] undef

declare spir_func target("spirv.ReserveId") @__reserve_write_pipe(target("spirv.Pipe", 1), i32, i32, i32)
declare spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0), ptr addrspace(4), i32, i32)

; CHECK-LABEL: define spir_kernel void @k(ptr addrspace(1) noundef %in, ptr addrspace(1) %out, i32 %n)
; CHECK-SAME: !kernel_arg_type
; CHECK: %id = alloca i64
; CHECK: %block = alloca %[[LITERAL]]
; CHECK: %made = call spir_func i64 @__reserve_write_pipe(ptr addrspace(1) %out, i32 %n, i32 4, i32 4)
; CHECK: store i64 %made, ptr %id
; CHECK: store i64 %made, ptr addrspace(3) @shared
; CHECK: getelementptr inbounds [2 x i64], ptr addrspace(3) @several
; CHECK: getelementptr inbounds %[[LITERAL]], ptr %block
; CHECK: phi i64
; CHECK: call spir_func i32 @inner(ptr addrspace(1) %in, i64
define spir_kernel void @k(target("spirv.Pipe", 0) noundef %in, target("spirv.Pipe", 1) %out, i32 %n) !kernel_arg_type !0 {
entry:
  %id = alloca target("spirv.ReserveId")
  %block = alloca %literal
  %made = call spir_func target("spirv.ReserveId") @__reserve_write_pipe(target("spirv.Pipe", 1) %out, i32 %n, i32 4, i32 4)
  store target("spirv.ReserveId") %made, ptr %id
  store target("spirv.ReserveId") %made, ptr addrspace(3) @shared
  %second = getelementptr inbounds [2 x target("spirv.ReserveId")], ptr addrspace(3) @several, i64 0, i32 %n
  store target("spirv.ReserveId") %made, ptr addrspace(3) %second
  %field = getelementptr inbounds %literal, ptr %block, i32 0, i32 1
  store target("spirv.ReserveId") %made, ptr %field
  %c = icmp eq i32 %n, 0
  br i1 %c, label %then, label %end
then:
  %loaded = load target("spirv.ReserveId"), ptr %id
  br label %end
end:
  %r = phi target("spirv.ReserveId") [ %made, %entry ], [ %loaded, %then ]
  %x = call spir_func i32 @inner(target("spirv.Pipe", 0) %in, target("spirv.ReserveId") %r)
  ret void
}

; CHECK-LABEL: define spir_func i32 @inner(ptr addrspace(1) %p, i64 %id)
define spir_func i32 @inner(target("spirv.Pipe", 0) %p, target("spirv.ReserveId") %id) {
  %to = alloca i32
  %g = addrspacecast ptr %to to ptr addrspace(4)
  %r = call spir_func i32 @__read_pipe_2(target("spirv.Pipe", 0) %p, ptr addrspace(4) %g, i32 4, i32 4)
  ret i32 %r
}

!0 = !{!"int", !"int", !"int"}

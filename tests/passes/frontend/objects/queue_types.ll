; queue_t and clk_event_t become words everywhere: in parameters, results, variables, structures and comparisons.
; RUN: pass_opt --passes=replace_opaque_types,verify %s | FileCheck %s

; CHECK: %struct.Both{{.*}} = type { i32, i64, [2 x i64] }
%struct.Both = type { i32, target("spirv.Queue"), [2 x target("spirv.DeviceEvent")] }

; CHECK-LABEL: define i64 @pass(i64 %queue)
; CHECK: %place = alloca i64
; CHECK: store i64 %queue, ptr %place
; CHECK: %again = load i64, ptr %place
; CHECK: ret i64 %again
define target("spirv.Queue") @pass(target("spirv.Queue") %queue) {
  %place = alloca target("spirv.Queue"), align 8
  store target("spirv.Queue") %queue, ptr %place, align 8
  %again = load target("spirv.Queue"), ptr %place, align 8
  ret target("spirv.Queue") %again
}

; CHECK-LABEL: define i64 @choose(i1 %c, ptr %both)
; CHECK: getelementptr inbounds %struct.Both{{.*}}, ptr %both, i32 0, i32 2, i32 1
; CHECK: %made = call i64 @_Z17create_user_eventv()
; CHECK: phi i64 [ %made, %user ], [ %event, %0 ]
define target("spirv.DeviceEvent") @choose(i1 %c, ptr %both) {
  %at = getelementptr inbounds %struct.Both, ptr %both, i32 0, i32 2, i32 1
  %event = load target("spirv.DeviceEvent"), ptr %at, align 8
  br i1 %c, label %user, label %end
user:
  %made = call target("spirv.DeviceEvent") @_Z17create_user_eventv()
  br label %end
end:
  %result = phi target("spirv.DeviceEvent") [ %made, %user ], [ %event, %0 ]
  ret target("spirv.DeviceEvent") %result
}

; CHECK-LABEL: define void @none()
; CHECK: call i64 @pass(i64 0)
define void @none() {
  %q = call target("spirv.Queue") @pass(target("spirv.Queue") zeroinitializer)
  ret void
}

; CHECK: declare i64 @_Z17create_user_eventv()
declare target("spirv.DeviceEvent") @_Z17create_user_eventv()

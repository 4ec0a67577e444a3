; Texel functions are called once for 16 lanes. Image and sampler are scalars; the coordinates of all lanes follow, and
; for writes the mask. Colours are stored by channel: all of r, then all of g, and so on. Adjacent texels are read as a
; row, given by lane 0's coordinates.
; RUN: pass_opt --passes="widen,verify" %s | FileCheck %s

declare spir_func <4 x float> @__lw_image_read_texel_float(ptr addrspace(1), i64, i32, i32, i32) #0
declare spir_func void @__lw_image_write_texel_float(ptr addrspace(1), i32, i32, i32, <4 x float>, i32) #1
declare i64 @ocl.global_id(i32)
declare void @ocl.mask(i1)

; CHECK-LABEL: define {{.*}}@k.full
; CHECK: [[X:%.*]] = freeze i32
; CHECK: call spir_func <64 x float> @__lw_image_read_row_float_v16(ptr addrspace(1) %in, i64 18, i32 [[X]], i32 2, i32 0)
; CHECK: [[X:%.*]] = freeze <16 x i32>
; CHECK: [[COLOUR:%.*]] = call spir_func <64 x float> @__lw_image_read_texel_float_v16(ptr addrspace(1) %in, i64 18, <16 x i32> [[X]], <16 x i32> {{.*}}, <16 x i32> {{.*}})
; CHECK: shufflevector <64 x float> [[COLOUR]], {{.*}} <i32 48, i32 49
; CHECK: call spir_func void @__lw_image_write_texel_float_v16(ptr addrspace(1) %out, <16 x i32> {{.*}}, <16 x i32> {{.*}}, <16 x i32> {{.*}}, <64 x float> {{.*}}, i32 65535)
define spir_kernel void @k(ptr addrspace(1) %in, ptr addrspace(1) %out) #2 {
  %id = call i64 @ocl.global_id(i32 0)
  %x = trunc i64 %id to i32
  %row = call spir_func <4 x float> @__lw_image_read_texel_float(ptr addrspace(1) %in, i64 18, i32 %x, i32 2, i32 0)
  %column = call spir_func <4 x float> @__lw_image_read_texel_float(ptr addrspace(1) %in, i64 18, i32 %x, i32 %x, i32 0)
  %colour = fadd <4 x float> %row, %column
  call spir_func void @__lw_image_write_texel_float(ptr addrspace(1) %out, i32 %x, i32 3, i32 0, <4 x float> %colour, i32 1)
  ret void
}

attributes #0 = { nounwind willreturn memory(read) nomerge }
attributes #1 = { nounwind nomerge }
attributes #2 = { "lanewise-lanes"="16" "target-features"="+avx2,+avx512bw,+avx512f,+avx512vl" }

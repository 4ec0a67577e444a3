// The supported extensions and optional features of OpenCL C. The front end reads this table for the macros and
// builtins of a program. The runtime reads the table for CL_DEVICE_EXTENSIONS_WITH_VERSION and
// CL_DEVICE_OPENCL_C_FEATURES. A feature is listed only if it is fully supported.
#pragma once

#include <cstdint>
#include <string_view>

namespace lanewise {

enum class FeatureKind : std::uint8_t {
    language_extension,  // an extension cl_khr_* of the device that adds a macro and builtins to OpenCL C
    language_feature,    // an optional feature __opencl_c_* of OpenCL C 3.0
    /// An extension that programs can use and whose macro is defined, but that the device does not report
    /// (docs/decisions/builtins/050-unreported-extensions.md).
    unreported_extension,
};

struct Feature {
    std::string_view name;
    FeatureKind kind;
    std::uint32_t major, minor, patch;  // version
    /// Whether this driver provides the feature in all OpenCL C versions, although Clang limits it to OpenCL C 2.0 or
    /// does not know it.
    bool in_all_versions = false;
};

inline constexpr Feature features[] = {
    {"cl_ext_float_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_ext_image_unorm_int_2_101010", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_intel_bfloat16_conversions", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_intel_concurrent_dispatch", FeatureKind::unreported_extension, 1, 0, 0, true},
    {"cl_intel_required_subgroup_size", FeatureKind::language_extension, 1, 0, 0},
    {"cl_intel_split_work_group_barrier", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_intel_subgroup_local_block_io", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_intel_subgroups", FeatureKind::language_extension, 1, 0, 0},
    {"cl_intel_subgroups_char", FeatureKind::language_extension, 1, 0, 0},
    {"cl_intel_subgroups_long", FeatureKind::language_extension, 1, 0, 0},
    {"cl_intel_subgroups_short", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_3d_image_writes", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_async_work_group_copy_fence", FeatureKind::unreported_extension, 1, 0, 0, true},
    {"cl_khr_byte_addressable_store", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_depth_images", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_expect_assume", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_extended_async_copies", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_extended_bit_ops", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_fp16", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_fp64", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_global_int32_base_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_global_int32_extended_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_int64_base_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_int64_extended_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_integer_dot_product", FeatureKind::language_extension, 2, 0, 0, true},
    {"cl_khr_kernel_clock", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_local_int32_base_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_local_int32_extended_atomics", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_mipmap_image", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_mipmap_image_writes", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_srgb_image_writes", FeatureKind::language_extension, 1, 0, 0},
    {"cl_khr_subgroup_ballot", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_clustered_reduce", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_extended_types", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_non_uniform_arithmetic", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_non_uniform_vote", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_rotate", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_shuffle", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_subgroup_shuffle_relative", FeatureKind::language_extension, 1, 0, 0, true},
    {"cl_khr_work_group_uniform_arithmetic", FeatureKind::unreported_extension, 1, 0, 0, true},
    {"__opencl_c_3d_image_writes", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_atomic_order_acq_rel", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_atomic_order_seq_cst", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_atomic_scope_all_devices", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_atomic_scope_device", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_device_enqueue", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp16_global_atomic_add", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp16_global_atomic_load_store", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp16_global_atomic_min_max", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp16_local_atomic_add", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp16_local_atomic_load_store", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp16_local_atomic_min_max", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp32_global_atomic_add", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp32_global_atomic_min_max", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp32_local_atomic_add", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp32_local_atomic_min_max", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp64_global_atomic_add", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp64_global_atomic_min_max", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp64_local_atomic_add", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_fp64_local_atomic_min_max", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_ext_image_unorm_int_2_101010", FeatureKind::language_feature, 3, 0, 0, true},
    {"__opencl_c_fp64", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_generic_address_space", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_images", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_int64", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_integer_dot_product_input_4x8bit", FeatureKind::language_feature, 3, 0, 0, true},
    {"__opencl_c_integer_dot_product_input_4x8bit_packed", FeatureKind::language_feature, 3, 0, 0, true},
    {"__opencl_c_kernel_clock_scope_device", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_kernel_clock_scope_sub_group", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_kernel_clock_scope_work_group", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_pipes", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_program_scope_global_variables", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_read_write_images", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_subgroups", FeatureKind::language_feature, 3, 0, 0},
    {"__opencl_c_work_group_collective_functions", FeatureKind::language_feature, 3, 0, 0},
};

}  // namespace lanewise

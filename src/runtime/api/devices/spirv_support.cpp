#include "runtime/api/devices/spirv_support.h"

#include <array>

#include "spirv/grammar.h"

namespace lanewise::runtime::api::spirv_support {
namespace {

using spirv::Capability;

constexpr std::array<const char*, 1> sets{"OpenCL.std"};

// The SPIR-V extensions that the device reports. Some of these extensions have no effect on running kernels. They are
// listed since producers of SPIR-V check for their names.
constexpr std::array extension_list{
    "SPV_KHR_no_integer_wrap_decoration",
    "SPV_KHR_linkonce_odr",
    "SPV_KHR_expect_assume",
    "SPV_KHR_bit_instructions",
    "SPV_KHR_integer_dot_product",
    "SPV_KHR_shader_clock",
    "SPV_KHR_subgroup_rotate",
    "SPV_KHR_uniform_group_instructions",
    "SPV_KHR_float_controls",
    "SPV_KHR_float_controls2",
    "SPV_KHR_non_semantic_info",
    "SPV_KHR_relaxed_extended_instruction",
    "SPV_KHR_untyped_pointers",
    "SPV_KHR_bfloat16",
    "SPV_KHR_constant_data",
    "SPV_KHR_fma",
    "SPV_KHR_poison_freeze",
    "SPV_EXT_shader_atomic_float_add",
    "SPV_EXT_shader_atomic_float16_add",
    "SPV_EXT_shader_atomic_float_min_max",
    "SPV_EXT_relaxed_printf_string_address_space",
    "SPV_EXT_arithmetic_fence",
    "SPV_EXT_long_vector",
    "SPV_EXT_optnone",
    "SPV_EXT_replicated_composites",
    "SPV_INTEL_arithmetic_fence",
    "SPV_INTEL_bfloat16_arithmetic",
    "SPV_INTEL_bfloat16_conversion",
    "SPV_INTEL_device_barrier",
    "SPV_INTEL_float_controls2",
    "SPV_INTEL_fp_fast_math_mode",
    "SPV_INTEL_function_pointers",
    "SPV_INTEL_kernel_attributes",
    "SPV_INTEL_long_composites",
    "SPV_INTEL_masked_gather_scatter",
    "SPV_INTEL_memory_access_aliasing",
    "SPV_INTEL_optnone",
    "SPV_INTEL_predicated_io",
    "SPV_INTEL_rounded_divide_sqrt",
    "SPV_INTEL_shader_integer_functions2",
    "SPV_INTEL_split_barrier",
    "SPV_INTEL_subgroups",
    "SPV_INTEL_tensor_float32_conversion",
    "SPV_INTEL_ternary_bitwise_function",
    "SPV_INTEL_unstructured_loop_controls",
    "SPV_INTEL_usm_storage_classes",
    "SPV_INTEL_variable_length_array",
    "SPV_VALVE_mixed_float_dot_product",
};

constexpr Capability capability_list[] = {
    Capability::Addresses,
    Capability::Float16,
    Capability::Float16Buffer,
    Capability::Float64,
    Capability::GenericPointer,
    Capability::Int8,
    Capability::Int16,
    Capability::Int64,
    Capability::Int64Atomics,
    Capability::Kernel,
    Capability::Linkage,
    Capability::UniformDecoration,
    Capability::Vector16,
    // Capabilities of images, pipes and device-side enqueue.
    Capability::DeviceEnqueue,
    Capability::Image1D,
    Capability::ImageBasic,
    Capability::ImageBuffer,
    Capability::ImageMipmap,
    Capability::ImageReadWrite,
    Capability::LiteralSampler,
    Capability::Pipes,
    Capability::Sampled1D,
    Capability::SampledBuffer,
    // Work-groups and sub-groups.
    Capability::Groups,
    Capability::GroupNonUniform,
    Capability::GroupNonUniformArithmetic,
    Capability::GroupNonUniformBallot,
    Capability::GroupNonUniformClustered,
    Capability::GroupNonUniformRotateKHR,
    Capability::GroupNonUniformShuffle,
    Capability::GroupNonUniformShuffleRelative,
    Capability::GroupNonUniformVote,
    Capability::GroupUniformArithmeticKHR,
    Capability::DeviceBarrierINTEL,
    Capability::SplitBarrierINTEL,
    Capability::SubgroupBufferBlockIOINTEL,
    Capability::SubgroupDispatch,
    Capability::SubgroupImageBlockIOINTEL,
    Capability::SubgroupShuffleINTEL,
    // Arithmetic and atomics.
    Capability::AtomicFloat16AddEXT,
    Capability::AtomicFloat16MinMaxEXT,
    Capability::AtomicFloat32AddEXT,
    Capability::AtomicFloat32MinMaxEXT,
    Capability::AtomicFloat64AddEXT,
    Capability::AtomicFloat64MinMaxEXT,
    Capability::BFloat16ArithmeticINTEL,
    Capability::BFloat16ConversionINTEL,
    Capability::BFloat16DotProductKHR,
    Capability::BFloat16TypeKHR,
    Capability::BitInstructions,
    Capability::DenormFlushToZero,
    Capability::DenormPreserve,
    Capability::DotProduct,
    Capability::DotProductBFloat16AccVALVE,
    Capability::DotProductFloat16AccFloat16VALVE,
    Capability::DotProductFloat16AccFloat32VALVE,
    Capability::DotProductInput4x8Bit,
    Capability::DotProductInput4x8BitPacked,
    Capability::FloatControls2,
    Capability::FMAKHR,
    Capability::FPFastMathModeINTEL,
    Capability::IntegerFunctions2INTEL,
    Capability::RoundedDivideSqrtINTEL,
    Capability::RoundToInfinityINTEL,
    Capability::RoundingModeRTE,
    Capability::RoundingModeRTZ,
    Capability::ShaderClockKHR,
    Capability::SignedZeroInfNanPreserve,
    Capability::TensorFloat32RoundingINTEL,
    Capability::TernaryBitwiseFunctionINTEL,
    // Capabilities of memory, functions and hints.
    Capability::ArithmeticFenceEXT,
    Capability::ConstantDataKHR,
    Capability::ExpectAssumeKHR,
    Capability::FunctionPointersINTEL,
    Capability::IndirectReferencesINTEL,
    Capability::KernelAttributesINTEL,
    Capability::LongCompositesINTEL,
    Capability::LongVectorEXT,
    Capability::MaskedGatherScatterINTEL,
    Capability::MemoryAccessAliasingINTEL,
    Capability::OptNoneINTEL,
    Capability::PoisonFreezeKHR,
    Capability::PredicatedIOINTEL,
    Capability::ReplicatedCompositesEXT,
    Capability::UnstructuredLoopControlsINTEL,
    Capability::UntypedPointersKHR,
    Capability::USMStorageClassesINTEL,
    Capability::VariableLengthArrayINTEL,
};

}  // namespace

std::span<const char* const> instruction_sets() { return sets; }

std::span<const char* const> extension_names() { return extension_list; }

std::span<const cl_uint> capability_numbers() {
    static constexpr auto numbers = [] {
        std::array<cl_uint, std::size(capability_list)> list{};
        for (std::size_t i = 0; i < list.size(); ++i) list[i] = static_cast<cl_uint>(capability_list[i]);
        return list;
    }();
    return numbers;
}

}  // namespace lanewise::runtime::api::spirv_support

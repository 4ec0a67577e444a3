// Tests the queries about SPIR-V of OpenCL 3.1 and cl_khr_spirv_queries. The results of other device queries require
// certain entries in the lists (OpenCL SPIR-V Environment Specification, "Required Capabilities").
#include <CL/cl_ext.h>
#include <spirv/unified1/spirv.h>

#include <set>
#include <string>

#include "fixture.h"

namespace lanewise::test {
namespace {

constexpr cl_device_info instruction_sets = 0x12B9, extensions = 0x12BA, capabilities = 0x12BB;

class SpirvQueries : public ContextTest {
protected:
    template <class T>
    std::vector<T> list(cl_device_info name) {
        std::size_t bytes = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &bytes), CL_SUCCESS);
        EXPECT_EQ(bytes % sizeof(T), 0u);
        std::vector<T> values(bytes / sizeof(T));
        EXPECT_EQ(clGetDeviceInfo(device, name, bytes, values.data(), nullptr), CL_SUCCESS);
        EXPECT_EQ(clGetDeviceInfo(device, name, bytes - 1, values.data(), nullptr), CL_INVALID_VALUE);
        return values;
    }
    std::set<std::string> texts(cl_device_info name) {
        const auto values = list<const char*>(name);
        std::set<std::string> unique(values.begin(), values.end());
        EXPECT_EQ(unique.size(), values.size());
        return unique;
    }
    std::set<cl_uint> numbers() {
        const auto values = list<cl_uint>(capabilities);
        std::set<cl_uint> unique(values.begin(), values.end());
        EXPECT_EQ(unique.size(), values.size());
        return unique;
    }
    template <class T = cl_uint>
    T info(cl_device_info name) {
        T value{};
        EXPECT_EQ(clGetDeviceInfo(device, name, sizeof value, &value, nullptr), CL_SUCCESS) << std::hex << name;
        return value;
    }
    std::set<std::string> device_extensions() {
        std::size_t bytes = 0;
        clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, 0, nullptr, &bytes);
        std::string text(bytes, ' ');
        clGetDeviceInfo(device, CL_DEVICE_EXTENSIONS, bytes, text.data(), nullptr);
        std::set<std::string> names;
        std::size_t count = 0;
        for (std::size_t at = 0, end = 0; end != std::string::npos && at < text.size() - 1; at = end + 1, ++count) {
            end = text.find_first_of(std::string(" \0", 2), at);
            names.insert(text.substr(at, end - at));
        }
        EXPECT_EQ(names.size(), count) << text;  // each extension is named once
        return names;
    }

    /// Expects that the device lists the capabilities if `implied` is true.
    void expect(bool implied, std::initializer_list<SpvCapability> required) {
        if (!implied) return;
        const auto found = numbers();
        for (const SpvCapability capability : required) EXPECT_TRUE(found.contains(capability)) << capability;
    }
};

TEST_F(SpirvQueries, OpenClStdIsAnInstructionSet) { EXPECT_EQ(texts(instruction_sets).count("OpenCL.std"), 1u); }

TEST_F(SpirvQueries, CapabilitiesThatVersionsAndQueriesImply) {
    expect(true, {SpvCapabilityAddresses, SpvCapabilityFloat16Buffer, SpvCapabilityInt8, SpvCapabilityInt16,
                  SpvCapabilityInt64, SpvCapabilityKernel, SpvCapabilityLinkage, SpvCapabilityVector16,
                  SpvCapabilityUniformDecoration, SpvCapabilityInt64Atomics});
    expect(info(CL_DEVICE_IMAGE_SUPPORT), {SpvCapabilityImageBasic, SpvCapabilityLiteralSampler, SpvCapabilitySampled1D,
                                           SpvCapabilityImage1D, SpvCapabilitySampledBuffer, SpvCapabilityImageBuffer});
    expect(info(CL_DEVICE_MAX_READ_WRITE_IMAGE_ARGS) != 0, {SpvCapabilityImageReadWrite});
    expect(info(CL_DEVICE_PIPE_SUPPORT), {SpvCapabilityPipes});
    expect(info<cl_device_device_enqueue_capabilities>(CL_DEVICE_DEVICE_ENQUEUE_CAPABILITIES) != 0,
           {SpvCapabilityDeviceEnqueue});
    expect(info(CL_DEVICE_GENERIC_ADDRESS_SPACE_SUPPORT), {SpvCapabilityGenericPointer});
    expect(info(CL_DEVICE_WORK_GROUP_COLLECTIVE_FUNCTIONS_SUPPORT), {SpvCapabilityGroups});
    expect(info(CL_DEVICE_MAX_NUM_SUB_GROUPS) != 0, {SpvCapabilityGroups, SpvCapabilitySubgroupDispatch});
    expect(info<cl_device_fp_config>(CL_DEVICE_DOUBLE_FP_CONFIG) != 0, {SpvCapabilityFloat64});
    expect(info<cl_device_fp_config>(CL_DEVICE_HALF_FP_CONFIG) != 0, {SpvCapabilityFloat16});
}

TEST_F(SpirvQueries, CapabilitiesThatExtensionsImply) {
    const auto names = device_extensions();
    const auto has = [&](const char* name) { return names.contains(name); };
    expect(has("cl_khr_int64_base_atomics") && has("cl_khr_int64_extended_atomics"), {SpvCapabilityInt64Atomics});
    expect(has("cl_khr_subgroup_non_uniform_vote"), {SpvCapabilityGroupNonUniform, SpvCapabilityGroupNonUniformVote});
    expect(has("cl_khr_subgroup_non_uniform_arithmetic"), {SpvCapabilityGroupNonUniformArithmetic});
    expect(has("cl_khr_subgroup_ballot"), {SpvCapabilityGroupNonUniformBallot});
    expect(has("cl_khr_subgroup_shuffle"), {SpvCapabilityGroupNonUniformShuffle});
    expect(has("cl_khr_subgroup_shuffle_relative"), {SpvCapabilityGroupNonUniformShuffleRelative});
    expect(has("cl_khr_subgroup_clustered_reduce"), {SpvCapabilityGroupNonUniformClustered});
    expect(has("cl_khr_subgroup_rotate"), {SpvCapabilityGroupNonUniformRotateKHR});
    expect(has("cl_khr_extended_bit_ops"), {SpvCapabilityBitInstructions});
    expect(has("cl_khr_expect_assume"), {SpvCapabilityExpectAssumeKHR});
    expect(has("cl_khr_kernel_clock"), {SpvCapabilityShaderClockKHR});
    expect(has("cl_khr_integer_dot_product"),
           {SpvCapabilityDotProduct, SpvCapabilityDotProductInput4x8Bit, SpvCapabilityDotProductInput4x8BitPacked});
}

TEST_F(SpirvQueries, CapabilitiesOfFloatAtomics) {
    const struct {
        cl_device_info query;  // CL_DEVICE_*_FP_ATOMIC_CAPABILITIES_EXT
        SpvCapability add, min_max;
    } types[] = {{0x4231, SpvCapabilityAtomicFloat32AddEXT, SpvCapabilityAtomicFloat32MinMaxEXT},
                 {0x4232, SpvCapabilityAtomicFloat64AddEXT, SpvCapabilityAtomicFloat64MinMaxEXT},
                 {0x4233, SpvCapabilityAtomicFloat16AddEXT, SpvCapabilityAtomicFloat16MinMaxEXT}};
    for (const auto& type : types) {
        // Bit 1 means add in global memory, and bit 17 add in local memory. Bits 2 and 18 mean minimum and maximum.
        const auto bits = info<cl_bitfield>(type.query);
        expect((bits & 0x20002) != 0, {type.add});
        expect((bits & 0x40004) != 0, {type.min_max});
    }
}

// OpenCL 3.1 requires three SPIR-V extensions, and the capabilities that these extensions define.
TEST_F(SpirvQueries, ExtensionsOfOpenCl31) {
    const auto names = texts(extensions);
    for (const char* required : {"SPV_KHR_bit_instructions", "SPV_KHR_integer_dot_product", "SPV_KHR_subgroup_rotate"})
        EXPECT_TRUE(names.contains(required)) << required;
    for (const std::string& name : names) EXPECT_TRUE(name.starts_with("SPV_")) << name;
    const auto own = device_extensions();
    for (const char* required :
         {"cl_khr_device_uuid", "cl_khr_extended_bit_ops", "cl_khr_integer_dot_product", "cl_khr_spirv_queries",
          "cl_khr_subgroup_extended_types", "cl_khr_subgroup_rotate", "cl_khr_subgroup_shuffle",
          "cl_khr_subgroup_shuffle_relative", "cl_khr_suggested_local_work_size"})
        EXPECT_TRUE(own.contains(required)) << required;
}

}  // namespace
}  // namespace lanewise::test

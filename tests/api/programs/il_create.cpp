// Tests programs in SPIR-V: their creation, and queries about programs, kernels and the SPIR-V versions of the device.
#include <CL/cl_ext.h>

#include <algorithm>
#include <cstring>
#include <set>

#include "il_fixture.h"

namespace lanewise::test {
namespace {

class IlCreate : public IlTest {
protected:
    const std::vector<std::byte> good = assemble(text_of({}));

    cl_int code_of(const void* il, std::size_t length) {
        cl_int status = CL_SUCCESS;
        const ProgramHandle program(clCreateProgramWithIL(context, il, length, &status));
        EXPECT_EQ(program != nullptr, status == CL_SUCCESS);
        return status;
    }
    cl_int code_of(const std::vector<std::byte>& bytes) { return code_of(bytes.data(), bytes.size()); }

    static void set_word(std::vector<std::byte>& bytes, std::size_t index, std::uint32_t value) {
        std::memcpy(bytes.data() + 4 * index, &value, 4);
    }

    static std::string argument_text(const KernelHandle& kernel, cl_uint index, cl_kernel_arg_info name) {
        char answer[64] = {};
        EXPECT_EQ(clGetKernelArgInfo(kernel.get(), index, name, sizeof answer, answer, nullptr), CL_SUCCESS);
        return answer;
    }
    template <class T>
    static T argument_value(const KernelHandle& kernel, cl_uint index, cl_kernel_arg_info name) {
        T answer{};
        EXPECT_EQ(clGetKernelArgInfo(kernel.get(), index, name, sizeof answer, &answer, nullptr), CL_SUCCESS);
        return answer;
    }

    std::string text(cl_device_info name) {
        std::size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
        std::string answer(size, '\0');
        EXPECT_EQ(clGetDeviceInfo(device, name, size, answer.data(), nullptr), CL_SUCCESS);
        return answer.substr(0, size - 1);
    }
    template <class T>
    std::vector<T> list(cl_device_info name) {
        std::size_t size = 0;
        EXPECT_EQ(clGetDeviceInfo(device, name, 0, nullptr, &size), CL_SUCCESS);
        std::vector<T> answer(size / sizeof(T));
        EXPECT_EQ(clGetDeviceInfo(device, name, size, answer.data(), nullptr), CL_SUCCESS);
        return answer;
    }
};

TEST_F(IlCreate, ChecksItsArguments) {
    cl_int status = CL_SUCCESS;
    EXPECT_EQ(clCreateProgramWithIL(nullptr, good.data(), good.size(), &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_CONTEXT);
    EXPECT_EQ(code_of(nullptr, good.size()), CL_INVALID_VALUE);
    EXPECT_EQ(code_of(good.data(), 0), CL_INVALID_VALUE);
    EXPECT_EQ(code_of(good), CL_SUCCESS);
    EXPECT_EQ(clCreateProgramWithIL(nullptr, good.data(), good.size(), nullptr), nullptr);
}

TEST_F(IlCreate, RefusesOtherFormats) {
    EXPECT_EQ(code_of("kernel void k() {}", 18), CL_INVALID_VALUE);
    EXPECT_EQ(code_of("\x7f"
                      "ELF\2\1\1\0\0\0\0\0\0\0\0\0\0\0\0\0",
                      20),
              CL_INVALID_VALUE);
    EXPECT_EQ(code_of("BC\xC0\xDE\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20), CL_INVALID_VALUE);
}

TEST_F(IlCreate, ChecksHeaderAndLengths) {
    const std::pair<std::size_t, std::uint32_t> faults[] = {{0, 0x03022307}, {0, 0}, {1, 0x00010700}, {1, 0x00000900},
                                                            {1, 0},          {4, 1}, {5, 17},         {5, 0xffff0011}};
    for (const auto& [index, word] : faults) {
        auto bytes = good;
        set_word(bytes, index, word);
        EXPECT_EQ(code_of(bytes), CL_INVALID_VALUE) << index << ' ' << word;
    }
    for (std::size_t size = 1; size < 20; ++size) EXPECT_EQ(code_of(good.data(), size), CL_INVALID_VALUE) << size;
    EXPECT_EQ(code_of(good.data(), good.size() - 1), CL_INVALID_VALUE);
}

TEST_F(IlCreate, TakesAllVersions) {
    for (std::uint32_t minor = 0; minor <= 6; ++minor) {
        auto bytes = good;
        set_word(bytes, 1, 0x00010000 | minor << 8);
        const ProgramHandle program = from_il(bytes);
        EXPECT_EQ(build(program), CL_SUCCESS) << minor << log_of(program);
        EXPECT_EQ(result_of(program), 1u);
    }
}

// The creation checks only the header and the lengths of a module. The build finds faults inside of instructions, and
// describes them in its log.
TEST_F(IlCreate, OtherFaultsFailAtTheBuildWithALog) {
    auto bytes = good;
    const std::uint32_t unknown = 1 << 16 | 0xfff0;
    bytes.resize(bytes.size() + 4);
    set_word(bytes, bytes.size() / 4 - 1, unknown);
    const ProgramHandle program = from_il(bytes);
    EXPECT_EQ(build(program), CL_BUILD_PROGRAM_FAILURE);
    EXPECT_NE(log_of(program).find("instruction 65520"), std::string::npos) << log_of(program);
    cl_build_status status = CL_BUILD_NONE;
    clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_STATUS, sizeof status, &status, nullptr);
    EXPECT_EQ(status, CL_BUILD_ERROR);
    EXPECT_EQ(compile(program), CL_COMPILE_PROGRAM_FAILURE);
    EXPECT_NE(log_of(program).find("instruction 65520"), std::string::npos) << log_of(program);
}

TEST_F(IlCreate, ModulesMayLieAtAnyAddress) {
    std::vector<std::byte> shifted(good.size() + 1);
    std::memcpy(shifted.data() + 1, good.data(), good.size());
    cl_int status = CL_SUCCESS;
    const ProgramHandle program(clCreateProgramWithIL(context, shifted.data() + 1, good.size(), &status));
    ASSERT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(build(program), CL_SUCCESS);
}

TEST_F(IlCreate, TheExtensionHasAFunctionOfItsOwn) {
    const auto create = reinterpret_cast<clCreateProgramWithILKHR_fn>(
        clGetExtensionFunctionAddressForPlatform(platform, "clCreateProgramWithILKHR"));
    ASSERT_NE(create, nullptr);
    cl_int status = CL_SUCCESS;
    const ProgramHandle program(create(context, good.data(), good.size(), &status));
    EXPECT_EQ(status, CL_SUCCESS);
    EXPECT_EQ(build(program), CL_SUCCESS);
    EXPECT_EQ(create(context, good.data(), good.size() - 1, &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_VALUE);
    EXPECT_EQ(create(nullptr, good.data(), good.size(), &status), nullptr);
    EXPECT_EQ(status, CL_INVALID_CONTEXT);
}

TEST_F(IlCreate, ReturnsTheModuleAsGiven) {
    const ProgramHandle program = from_il(good);
    std::size_t size = 0;
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, 0, nullptr, &size), CL_SUCCESS);
    ASSERT_EQ(size, good.size());
    std::vector<std::byte> returned(size);
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, size, returned.data(), nullptr), CL_SUCCESS);
    EXPECT_EQ(returned, good);
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, size - 1, returned.data(), nullptr), CL_INVALID_VALUE);
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_SOURCE, 0, nullptr, &size), CL_SUCCESS);
    EXPECT_EQ(size, 1u);
}

// "If program is created with clCreateProgramWithSource [...] the memory pointed to by param_value will be unchanged
// and param_value_size_ret will be set to 0."
TEST_F(IlCreate, OtherProgramsHaveNoModule) {
    const ProgramHandle program = from_source("kernel void k() {}");
    std::size_t size = 77;
    char memory[4] = {1, 2, 3, 4};
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_IL, sizeof memory, memory, &size), CL_SUCCESS);
    EXPECT_EQ(size, 0u);
    EXPECT_EQ(std::memcmp(memory, "\1\2\3\4", 4), 0);
}

// "For kernels not created from OpenCL C source [...] the string returned from this query will be empty."
TEST_F(IlCreate, TellsKernelsAndSizesButNoAttributes) {
    const ProgramHandle program = from_il({.annotations = R"(
OpEntryPoint Kernel %k "another name"
OpExecutionMode %k LocalSize 4 2 1
OpName %k "function"
)"});
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    std::size_t count = 0;
    EXPECT_EQ(clGetProgramInfo(program.get(), CL_PROGRAM_NUM_KERNELS, sizeof count, &count, nullptr), CL_SUCCESS);
    EXPECT_EQ(count, 2u);
    const KernelHandle kernel = kernel_of(program, "another name");
    char attributes[64] = "x";
    EXPECT_EQ(clGetKernelInfo(kernel.get(), CL_KERNEL_ATTRIBUTES, sizeof attributes, attributes, nullptr), CL_SUCCESS);
    EXPECT_STREQ(attributes, "");
    std::size_t sizes[3] = {};
    EXPECT_EQ(
        clGetKernelWorkGroupInfo(kernel.get(), device, CL_KERNEL_COMPILE_WORK_GROUP_SIZE, sizeof sizes, sizes, nullptr),
        CL_SUCCESS);
    EXPECT_EQ(sizes[0], 4u);
    EXPECT_EQ(sizes[1], 2u);
    EXPECT_EQ(sizes[2], 1u);
}

TEST_F(IlCreate, ArgumentsHaveTheNamesThatTheModuleHas) {
    const ProgramHandle program = from_il(assemble(R"(
OpCapability Addresses
OpCapability Kernel
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "a.kernel"
%types = OpString "kernel_arg_type.a.kernel.uint*,float,"
OpName %x "x"
OpName %y "y"
OpDecorate %x Volatile
OpDecorate %x FuncParamAttr NoAlias
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%float = OpTypeFloat 32
%pointer = OpTypePointer CrossWorkgroup %uint
%type = OpTypeFunction %void %pointer %float
%k = OpFunction %void None %type
%x = OpFunctionParameter %pointer
%y = OpFunctionParameter %float
%start = OpLabel
OpReturn
OpFunctionEnd
)"));
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    const KernelHandle kernel = kernel_of(program, "a.kernel");
    EXPECT_EQ(argument_text(kernel, 0, CL_KERNEL_ARG_NAME), "x");
    EXPECT_EQ(argument_text(kernel, 1, CL_KERNEL_ARG_NAME), "y");
    EXPECT_EQ(argument_text(kernel, 0, CL_KERNEL_ARG_TYPE_NAME), "uint*");
    EXPECT_EQ(argument_text(kernel, 1, CL_KERNEL_ARG_TYPE_NAME), "float");
    EXPECT_EQ(argument_value<cl_kernel_arg_address_qualifier>(kernel, 0, CL_KERNEL_ARG_ADDRESS_QUALIFIER),
              cl_kernel_arg_address_qualifier{CL_KERNEL_ARG_ADDRESS_GLOBAL});
    EXPECT_EQ(argument_value<cl_kernel_arg_access_qualifier>(kernel, 0, CL_KERNEL_ARG_ACCESS_QUALIFIER),
              cl_kernel_arg_access_qualifier{CL_KERNEL_ARG_ACCESS_NONE});
    EXPECT_EQ(argument_value<cl_kernel_arg_type_qualifier>(kernel, 0, CL_KERNEL_ARG_TYPE_QUALIFIER),
              cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_VOLATILE | CL_KERNEL_ARG_TYPE_RESTRICT});
    EXPECT_EQ(argument_value<cl_kernel_arg_type_qualifier>(kernel, 1, CL_KERNEL_ARG_TYPE_QUALIFIER),
              cl_kernel_arg_type_qualifier{CL_KERNEL_ARG_TYPE_NONE});
}

TEST_F(IlCreate, ModulesWithoutNamesHaveNoInformationAboutArguments) {
    const ProgramHandle program = from_il(good);
    ASSERT_EQ(build(program), CL_SUCCESS);
    const KernelHandle kernel = kernel_of(program);
    char text[8];
    EXPECT_EQ(clGetKernelArgInfo(kernel.get(), 0, CL_KERNEL_ARG_NAME, sizeof text, text, nullptr),
              CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
    EXPECT_EQ(clGetKernelArgInfo(kernel.get(), 1, CL_KERNEL_ARG_NAME, sizeof text, text, nullptr),
              CL_INVALID_ARG_INDEX);
}

// The module contains the kernel argument's name, but does not say whether the argument points to signed or unsigned
// integers.
TEST_F(IlCreate, TypesOfIntegersWithoutStringsAreNotAvailable) {
    const ProgramHandle program = from_il({.annotations = "OpName %out \"out\"\n"});
    ASSERT_EQ(build(program), CL_SUCCESS) << log_of(program);
    const KernelHandle kernel = kernel_of(program);
    EXPECT_EQ(argument_text(kernel, 0, CL_KERNEL_ARG_NAME), "out");
    char text[8];
    EXPECT_EQ(clGetKernelArgInfo(kernel.get(), 0, CL_KERNEL_ARG_TYPE_NAME, sizeof text, text, nullptr),
              CL_KERNEL_ARG_INFO_NOT_AVAILABLE);
}

// Some applications expect that the string begins with "SPIR-V_1.".
TEST_F(IlCreate, TheDeviceListsItsVersions) {
    EXPECT_EQ(text(CL_DEVICE_IL_VERSION),
              "SPIR-V_1.0 SPIR-V_1.1 SPIR-V_1.2 SPIR-V_1.3 SPIR-V_1.4 SPIR-V_1.5 SPIR-V_1.6");
    const auto versions = list<cl_name_version>(CL_DEVICE_ILS_WITH_VERSION);
    ASSERT_EQ(versions.size(), 7u);
    for (cl_version minor = 0; minor < 7; ++minor) {
        EXPECT_STREQ(versions[minor].name, "SPIR-V");
        EXPECT_EQ(versions[minor].version, CL_MAKE_VERSION(1, minor, 0));
    }
    for (const char* extension : {"cl_khr_il_program", "cl_khr_spirv_linkonce_odr", "cl_khr_spirv_queries",
                                  "cl_khr_spirv_no_integer_wrap_decoration"})
        EXPECT_NE((" " + text(CL_DEVICE_EXTENSIONS) + " ").find(std::string(" ") + extension + " "), std::string::npos)
            << extension;
}

TEST_F(IlCreate, TheDeviceListsWhatModulesMayUse) {
    constexpr cl_device_info sets = 0x12B9, extensions = 0x12BA, capabilities = 0x12BB;
    const auto names = list<const char*>(sets);
    EXPECT_TRUE(
        std::any_of(names.begin(), names.end(), [](const char* name) { return !std::strcmp(name, "OpenCL.std"); }));
    std::set<std::string> seen;
    for (const char* name : list<const char*>(extensions)) {
        EXPECT_EQ(std::string(name).find("SPV_"), 0u);
        EXPECT_TRUE(seen.insert(name).second) << name;
    }
    const auto numbers = list<cl_uint>(capabilities);
    EXPECT_EQ(std::set<cl_uint>(numbers.begin(), numbers.end()).size(), numbers.size());
    for (const cl_uint needed : {4u /*Addresses*/, 5u /*Linkage*/, 6u /*Kernel*/, 11u /*Int64*/, 39u /*Int8*/})
        EXPECT_NE(std::find(numbers.begin(), numbers.end(), needed), numbers.end()) << needed;
    std::size_t size = 0;
    EXPECT_EQ(clGetDeviceInfo(device, capabilities, 1, &size, nullptr), CL_INVALID_VALUE);
}

}  // namespace
}  // namespace lanewise::test

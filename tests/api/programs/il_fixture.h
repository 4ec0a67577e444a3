// Fixture of the tests of programs in SPIR-V: assembles modules, builds them, and runs their kernels.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "../fixture.h"
#include "assembler.h"

namespace lanewise::test {

struct ReleaseProgramHandle {
    void operator()(cl_program program) const { clReleaseProgram(program); }
};
struct ReleaseKernelHandle {
    void operator()(cl_kernel kernel) const { clReleaseKernel(kernel); }
};
using ProgramHandle = std::unique_ptr<_cl_program, ReleaseProgramHandle>;
using KernelHandle = std::unique_ptr<_cl_kernel, ReleaseKernelHandle>;

/// The variable parts of a module with the kernel `k`, whose parameter %out is a pointer to global uints. The fixed
/// part defines the types %void, %bool, %uchar, %ushort, %uint, %ulong, %half, %float and %double, and the constants
/// %uint_0 and %uint_1.
struct IlText {
    std::string annotations{};  // names, decorations and execution modes
    std::string globals{};      // further types and constants
    std::string functions{};    // functions before the kernel
    std::string body = "OpStore %out %uint_1\n";
};

inline std::string text_of(const IlText& module) {
    return R"(
OpCapability Addresses
OpCapability Linkage
OpCapability Kernel
OpCapability Int8
OpCapability Int16
OpCapability Int64
OpCapability Float16
OpCapability Float64
%std = OpExtInstImport "OpenCL.std"
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
)" + module.annotations +
           R"(
%void = OpTypeVoid
%bool = OpTypeBool
%uchar = OpTypeInt 8 0
%ushort = OpTypeInt 16 0
%uint = OpTypeInt 32 0
%ulong = OpTypeInt 64 0
%half = OpTypeFloat 16
%float = OpTypeFloat 32
%double = OpTypeFloat 64
%global_uint = OpTypePointer CrossWorkgroup %uint
%kernel_type = OpTypeFunction %void %global_uint
%uint_0 = OpConstant %uint 0
%uint_1 = OpConstant %uint 1
)" + module.globals +
           module.functions + R"(
%k = OpFunction %void None %kernel_type
%out = OpFunctionParameter %global_uint
%first_block = OpLabel
)" + module.body +
           R"(
OpReturn
OpFunctionEnd
)";
}

class IlTest : public ContextTest {
protected:
    ProgramHandle from_il(const std::vector<std::byte>& bytes) {
        cl_int status = CL_SUCCESS;
        ProgramHandle program(clCreateProgramWithIL(context, bytes.data(), bytes.size(), &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return program;
    }
    ProgramHandle from_il(const IlText& text) { return from_il(assemble(text_of(text))); }

    ProgramHandle from_source(const char* source) {
        cl_int status = CL_SUCCESS;
        ProgramHandle program(clCreateProgramWithSource(context, 1, &source, nullptr, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return program;
    }

    static cl_int build(const ProgramHandle& program, const char* options = "") {
        return clBuildProgram(program.get(), 0, nullptr, options, nullptr, nullptr);
    }
    static cl_int compile(const ProgramHandle& program, const char* options = "") {
        return clCompileProgram(program.get(), 0, nullptr, options, 0, nullptr, nullptr, nullptr, nullptr);
    }
    ProgramHandle link(const std::vector<cl_program>& programs, cl_int& status, const char* options = "") {
        return ProgramHandle(clLinkProgram(context, 0, nullptr, options, static_cast<cl_uint>(programs.size()),
                                           programs.data(), nullptr, nullptr, &status));
    }

    std::string log_of(const ProgramHandle& program) {
        std::size_t size = 0;
        EXPECT_EQ(clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, 0, nullptr, &size), CL_SUCCESS);
        std::string log(size, '\0');
        clGetProgramBuildInfo(program.get(), device, CL_PROGRAM_BUILD_LOG, size, log.data(), nullptr);
        return log.substr(0, log.find('\0'));
    }

    static KernelHandle kernel_of(const ProgramHandle& program, const char* name = "k") {
        cl_int status = CL_SUCCESS;
        KernelHandle kernel(clCreateKernel(program.get(), name, &status));
        EXPECT_EQ(status, CL_SUCCESS);
        return kernel;
    }

    /// Runs the kernel `k` with one work-item, and returns the word that the kernel stores.
    std::uint32_t result_of(const ProgramHandle& program) {
        const KernelHandle kernel = kernel_of(program);
        const Mem out = buffer(4);
        cl_mem handle = out.get();
        const std::size_t one = 1;
        std::uint32_t word = 0;
        EXPECT_EQ(clSetKernelArg(kernel.get(), 0, sizeof handle, &handle), CL_SUCCESS);
        EXPECT_EQ(clEnqueueNDRangeKernel(queue, kernel.get(), 1, nullptr, &one, nullptr, 0, nullptr, nullptr),
                  CL_SUCCESS);
        EXPECT_EQ(clEnqueueReadBuffer(queue, handle, CL_TRUE, 0, 4, &word, 0, nullptr, nullptr), CL_SUCCESS);
        return word;
    }

    template <class T>
    static cl_int set_constant(const ProgramHandle& program, cl_uint id, T value) {
        return clSetProgramSpecializationConstant(program.get(), id, sizeof value, &value);
    }
};

}  // namespace lanewise::test

// Tests how programs in SPIR-V affect their process: whether the compiler library is loaded, and which files
// LANEWISE_DUMP writes.
#include <gtest/gtest.h>
#include <stdlib.h>
#include <string.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "assembler.h"
#include "objects_at_exit.h"
#include "session.h"

namespace lanewise::test {
namespace {

constexpr const char* compiler_library = "liblanewise-compiler";

std::vector<std::byte> module_that_stores_a_constant() {
    return assemble(R"(
OpCapability Addresses
OpCapability Kernel
OpMemoryModel Physical64 OpenCL
OpEntryPoint Kernel %k "k"
OpDecorate %constant SpecId 7
%void = OpTypeVoid
%uint = OpTypeInt 32 0
%pointer = OpTypePointer CrossWorkgroup %uint
%type = OpTypeFunction %void %pointer
%constant = OpSpecConstant %uint 5
%k = OpFunction %void None %type
%out = OpFunctionParameter %pointer
%start = OpLabel
OpStore %out %constant
OpReturn
OpFunctionEnd
)");
}

/// Builds the module with a value for its specialization constant, and returns the value that the kernel stores; 0
/// after an error.
cl_uint result_of(const Session& session, cl_uint value) {
    const auto module = module_that_stores_a_constant();
    cl_program program = clCreateProgramWithIL(session.context, module.data(), module.size(), nullptr);
    clSetProgramSpecializationConstant(program, 7, sizeof value, &value);
    cl_uint stored = 0;
    if (clBuildProgram(program, 0, nullptr, "", nullptr, nullptr) == CL_SUCCESS) {
        cl_kernel kernel = clCreateKernel(program, "k", nullptr);
        cl_mem buffer = clCreateBuffer(session.context, CL_MEM_READ_WRITE, sizeof stored, nullptr, nullptr);
        clSetKernelArg(kernel, 0, sizeof buffer, &buffer);
        const std::size_t one = 1;
        clEnqueueNDRangeKernel(session.queue, kernel, 1, nullptr, &one, nullptr, 0, nullptr, nullptr);
        clEnqueueReadBuffer(session.queue, buffer, CL_TRUE, 0, sizeof stored, &stored, 0, nullptr, nullptr);
        clReleaseMemObject(buffer);
        clReleaseKernel(kernel);
    }
    clReleaseProgram(program);
    return stored;
}

/// Makes a folder and stores its name in an environment variable. EXPECT_EXIT starts the test again in new processes,
/// which must use the same folder.
void make_folder(const char* variable) {
    if (getenv(variable)) return;
    char folder[] = "/tmp/lanewise-spirv-XXXXXX";
    ASSERT_NE(mkdtemp(folder), nullptr);
    setenv(variable, folder, 1);
}

TEST(SpirvProcess, TheCompilerIsNotLoadedToCreateAProgram) {
    Session session;
    const auto module = module_that_stores_a_constant();
    cl_program program = clCreateProgramWithIL(session.context, module.data(), module.size(), nullptr);
    ASSERT_NE(program, nullptr);
    const cl_uint value = 1;
    EXPECT_EQ(clSetProgramSpecializationConstant(program, 7, sizeof value, &value), CL_SUCCESS);
    EXPECT_FALSE(is_loaded(compiler_library));
    clReleaseProgram(program);
}

TEST(SpirvProcess, TheCompilerIsNotLoadedForAKnownModule) {
    testing::GTEST_FLAG(death_test_style) = "threadsafe";
    unsetenv("LANEWISE_CACHE");
    make_folder("LANEWISE_CACHE_DIR");
    const auto run = [](cl_uint value, bool loads) {
        Session session;
        const bool is_right = result_of(session, value) == value;
        allow_objects_at_exit();
        exit(is_right && is_loaded(compiler_library) == loads ? 0 : 1);
    };
    EXPECT_EXIT(run(3, true), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(run(3, false), testing::ExitedWithCode(0), "");
    EXPECT_EXIT(run(4, true), testing::ExitedWithCode(0), "");  // the specialization constant has another value
    EXPECT_EXIT(run(3, false), testing::ExitedWithCode(0), "");
    std::filesystem::remove_all(getenv("LANEWISE_CACHE_DIR"));
}

TEST(SpirvProcess, DumpsHoldTheModule) {
    make_folder("LANEWISE_DUMP");
    Session session;
    ASSERT_EQ(result_of(session, 3), 3u);
    std::vector<char> dumped;
    std::string options;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(getenv("LANEWISE_DUMP"))) {
        std::ifstream file(entry.path(), std::ios::binary);
        if (entry.path().filename() == "source.spv") dumped.assign(std::istreambuf_iterator<char>(file), {});
        if (entry.path().filename() == "options.txt") options.assign(std::istreambuf_iterator<char>(file), {});
    }
    const auto module = module_that_stores_a_constant();
    ASSERT_EQ(dumped.size(), module.size());
    EXPECT_EQ(memcmp(dumped.data(), module.data(), module.size()), 0);
    EXPECT_EQ(options, "\nspecialization constant 7 = 3\n");
    std::filesystem::remove_all(getenv("LANEWISE_DUMP"));
}

}  // namespace
}  // namespace lanewise::test

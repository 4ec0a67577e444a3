// Tests programs that declare samplers and images, whether or not kernels use them.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::ProgramResult;
using compiler::Status;

constexpr const char* options[] = {"", "-cl-opt-disable", "-cl-std=CL1.0", "-cl-std=CL3.0"};

/// Builds `source` with the options `how`, runs the kernel `k`, and checks that `k` writes 1 to each element.
ProgramResult expect_running(const std::string& source, const char* how) {
    SCOPED_TRACE(source + " " + how);
    ProgramResult program = compiler::compiler_instance().build(source, how);
    EXPECT_EQ(program.status, Status::success) << program.log;
    if (program.status != Status::success) return program;
    const CompiledKernel code(program.ir, "k", 0, "");
    EXPECT_TRUE(code) << code.log();
    std::array<int, 4> data{0, 0, 0, 0};
    if (code) code.run(line(4, 4), ArgumentBlock().add(data.data()), 0);
    EXPECT_EQ(data, (std::array<int, 4>{1, 1, 1, 1}));
    return program;
}

std::string kernel_with(const std::string& statement) {
    return "kernel void k(global int* p) { " + statement + " p[get_global_id(0)] = 1; }";
}

TEST(Samplers, ThatNothingReadsWithAreNothing) {
    const std::string value = "CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST";
    const std::string variable = "const sampler_t s = " + value + "; ";
    const std::string takes = "__attribute__((noinline)) int f(int y, sampler_t s, int x) { return x; } ";
    for (const char* how : options)
        for (const std::string& source :
             {variable + kernel_with(""), variable + kernel_with("(void)s;"),
              "constant sampler_t s = " + value + "; " + kernel_with(""), kernel_with(variable),
              kernel_with(variable + "(void)s;"), kernel_with("sampler_t s = 0;"),
              takes + variable + kernel_with("p[get_global_id(0)] = f(2, s, 3);"),
              takes + kernel_with("p[get_global_id(0)] = f(2, " + value + ", 3);"),
              takes + kernel_with(variable + "p[get_global_id(0)] = f(2, s, 3);"),
              "int g(sampler_t t) { return 1; } " + takes + "int h(sampler_t s) { return f(0, s, g(s)); } " + variable +
                  kernel_with("if (p[0] == 3) p[get_global_id(0)] = h(s);"),
              "void f(void) { " + variable + "} " + kernel_with("f();")})
            expect_running(source, how);
}

TEST(Images, FunctionsOfTheProgramsOwnStayUndefined) {
    const ProgramResult program = compiler::compiler_instance().build(
        "float mine(read_only image2d_t i); "
        "kernel void k(read_only image2d_t i, global float* p) { *p = mine(i); }",
        "");
    EXPECT_EQ(program.status, Status::failed);
    EXPECT_NE(program.log.find("does not define:\nmine"), std::string::npos) << program.log;
}

TEST(Images, HaveMacros) {
    for (const char* how : options)
        expect_running("\n#if __IMAGE_SUPPORT__ != 1\n#error\n#endif\n" + kernel_with(""), how);
    for (const char* feature : {"__opencl_c_images", "__opencl_c_3d_image_writes", "__opencl_c_read_write_images"})
        expect_running("\n#ifndef " + std::string(feature) + "\n#error\n#endif\n" + kernel_with(""), "-cl-std=CL3.0");
}

}  // namespace
}  // namespace lanewise::test

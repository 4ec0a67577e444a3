// Programs that hold samplers and images, of which the device has none: they build, kernels that use neither run, and
// a kernel that uses an image is refused by name.
#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::KernelResult;
using compiler::ProgramResult;
using compiler::Status;

constexpr const char* options[] = {"", "-cl-opt-disable", "-cl-std=CL1.0", "-cl-std=CL3.0"};

/// Builds `source`, whose kernel `k` writes 1, and runs that.
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

struct ImageType {
    const char* name;
    const char* coordinate;
};
constexpr ImageType image_types[] = {{"image1d_t", "int"},  {"image1d_buffer_t", "int"}, {"image1d_array_t", "int2"},
                                     {"image2d_t", "int2"}, {"image2d_array_t", "int4"}, {"image3d_t", "int4"}};

/// Statements that use an image `i` and set `x`.
std::vector<std::string> uses_of(const ImageType& type) {
    const std::string name = type.name, position = "(" + std::string(type.coordinate) + ")(0)";
    std::vector<std::string> uses = {"x = get_image_width(i);", "x = get_image_channel_data_type(i);",
                                     "x = get_image_channel_order(i);"};
    if (name.find("1d") == std::string::npos) uses.push_back("x = get_image_height(i) + get_image_dim(i).x;");
    if (name.find("3d") != std::string::npos) uses.push_back("x = get_image_depth(i);");
    if (name.find("array") != std::string::npos) uses.push_back("x = get_image_array_size(i);");
    for (const std::string function : {"read_imagef", "read_imagei", "read_imageui"})
        if (name != "image1d_buffer_t") uses.push_back("x = " + function + "(i, s, " + position + ").x;");
    return uses;
}

void expect_refused(const ProgramResult& program, const std::string& use) {
    const compiler::CodeOptions host{device::host_target(), 0};
    const KernelResult code = compiler::compiler_instance().compile_kernel(program.ir, "uses", host);
    EXPECT_EQ(code.status, Status::failed);
    EXPECT_NE(code.log.find("kernel 'uses'"), std::string::npos) << code.log;
    EXPECT_NE(code.log.find("no images"), std::string::npos) << code.log;
    const std::string function = use.substr(0, use.find("(i"));
    EXPECT_NE(code.log.find(function.substr(function.rfind(' ') + 1)), std::string::npos) << code.log;
}

TEST(Images, AreRefusedWhereAKernelUsesThem) {
    for (const char* how : {"", "-cl-opt-disable", "-cl-std=CL3.0"})
        for (const ImageType& type : image_types)
            for (const std::string& use : uses_of(type)) {
                SCOPED_TRACE(use);
                const std::string image = "(read_only " + std::string(type.name) + " i";
                const std::string source =
                    "const sampler_t s = CLK_FILTER_NEAREST; int f" + image + ") { int x; " + use + " return x; } " +
                    "kernel void uses" + image + ", global int* p) { int x = 0; if (p[0] == 7) { " + use + " } " +
                    "p[0] = x + f(i); } kernel void takes" + image + ", global int* p) { p[0] = 1; } ";
                expect_refused(expect_running(source + kernel_with(""), how), use);
            }
}

TEST(Images, MayBeWritten) {
    const char* source = "kernel void uses(write_only image2d_t i) { write_imagef(i, (int2)(0), (float4)(1)); } ";
    for (const char* how : options) expect_refused(expect_running(source + kernel_with(""), how), "write_imagef(i");
}

TEST(Images, FunctionsOfTheProgramsOwnStayUndefined) {
    const ProgramResult program = compiler::compiler_instance().build(
        "float mine(read_only image2d_t i); "
        "kernel void k(read_only image2d_t i, global float* p) { *p = mine(i); }",
        "");
    EXPECT_EQ(program.status, Status::failed);
    EXPECT_NE(program.log.find("undefined functions:\nmine"), std::string::npos) << program.log;
}

TEST(Images, HaveNoMacros) {
    for (const char* how : options)
        expect_running(
            "\n#if defined(__IMAGE_SUPPORT__) || defined(__opencl_c_images)\n#error\n#endif\n" + kernel_with(""), how);
}

}  // namespace
}  // namespace lanewise::test

// Tests uses of half without `#pragma OPENCL EXTENSION cl_khr_fp16 : enable`: every program must build. The log
// mentions the missing pragma only if the build fails for another reason.
#include <gtest/gtest.h>

#include <string>

#include "compiler/compiler_impl.h"

namespace lanewise::compiler {
namespace {

const Compiler& compiler() { return compiler_instance(); }

constexpr const char* warning = "warning: half is used without '#pragma OPENCL EXTENSION cl_khr_fp16 : enable'";
constexpr const char* versions[] = {
    "", "-cl-std=CL1.0", "-cl-std=CL1.1", "-cl-std=CL1.2", "-cl-std=CL2.0", "-cl-std=CL3.0", "-cl-std=CL3.1"};

unsigned count(const std::string& text, const std::string& part) {
    unsigned found = 0;
    for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
    return found;
}

// Each line is a program that uses half in a different way.
constexpr const char* uses[] = {
    "kernel void k(global half* p) { p[0] = p[1] * p[2]; }",
    "kernel void k(global float* p) { p[0] = 1.5h; }",
    "kernel void k(global half4* p) { p[0] = p[1] + p[2].wzyx; }",
    "constant half c = 0.5h; kernel void k(global half* p) { p[0] = c; }",
    "kernel void k(global half* p, half x, half3 y) { p[0] = x + y.z; }",
    "typedef struct { half x; half8 v; } S; kernel void k(global S* p) { p->x = p->v.s5; }",
    "half f(half x) { return x; } kernel void k(global half* p) { p[0] = f(p[1]); }",
    "kernel void k(global half* p) { p[0] = sin(p[1]) + fma(p[2], p[3], p[4]) + clamp(p[5], p[6], p[7]); }",
    "kernel void k(global half* p, global float* q) { q[0] = convert_float(p[0]); p[1] = convert_half(q[1]); }",
    "kernel void k(global half* p) { local half t[9]; t[get_local_id(0)] = p[0]; half a[3] = {1, 2, 3}; p[1] = a[2]; }",
    "kernel void k(global half* p, global short* q) { q[0] = as_short(p[0]); p[1] = as_half(q[1]); }",
    "#define T half\nkernel void k(global T* p) { T x = p[0]; p[1] = -x; }",
};

TEST(HalfWithoutPragma, BuildsWithoutAWord) {
    for (const char* options : versions)
        for (const char* source : uses) {
            const ProgramResult result = compiler().build(source, options);
            EXPECT_EQ(result.status, Status::success) << options << source << result.log;
            EXPECT_EQ(result.log, "") << options << source;
        }
}

TEST(HalfWithoutPragma, IsTheWarningOfABuildThatFails) {
    for (const char* source : uses)
        for (const char* rest : {" kernel void l(global int* p) { p[0] = missing; }",
                                 " void missing(void); kernel void l() { missing(); }"}) {
            const ProgramResult result = compiler().build(std::string(source) + rest, "");
            EXPECT_EQ(result.status, Status::failed);
            EXPECT_EQ(count(result.log, warning), 1U) << source << result.log;
        }
}

TEST(HalfWithoutPragma, IsNoMatterOfPointersNorAfterThePragma) {
    for (const std::string source :
         {"kernel void k(global half* p, global float* q) { q[0] = vload_half(0, p); vstore_half(q[1], 1, p); missing; "
          "}",
          "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\nkernel void k(global half* p) { p[0] = p[1]; missing; }",
          "kernel void half_of(global int* p) { p[0] = 0x1h; missing; }"}) {
        const ProgramResult result = compiler().build(source, "");
        EXPECT_EQ(result.status, Status::failed);
        EXPECT_EQ(count(result.log, warning), 0U) << result.log;
    }
}

// "disable: Behave (including issuing errors and warnings) as if the extension extension_name is not part of the
// language definition." (OpenCL Extensions, 1.1)
TEST(HalfWithoutPragma, IsRefusedWhereItIsDisabled) {
    EXPECT_EQ(
        compiler()
            .build("#pragma OPENCL EXTENSION cl_khr_fp16 : disable\nkernel void k(global half* p) { p[0] = p[1]; }", "")
            .status,
        Status::failed);
}

}  // namespace
}  // namespace lanewise::compiler

// Tests the store of late builtins: each late builtin is compiled once per process and then copied into the machine
// code of kernels (src/compiler/pipeline/builtin_store.h, late_builtins.h).
#include "compiler/pipeline/builtin_store.h"

#include <gtest/gtest.h>
#include <llvm/IR/LLVMContext.h>
#include <llvm/IR/Module.h>

#include <cmath>
#include <string>
#include <thread>
#include <vector>

#include "compiler/compiler_impl.h"
#include "compiler/link/bitcode.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::builtin_code;
using compiler::ready_builtin;

constexpr const char* sine = "_Z3sinDv4_f";

TEST(BuiltinStore, KnowsOnlyLateBuiltins) {
    std::string log;
    EXPECT_EQ(ready_builtin("_Z4sineDv4_f", device::host_target(), log), nullptr);
    EXPECT_NE(log.find("_Z4sineDv4_f"), std::string::npos);
    EXPECT_EQ(builtin_code("_Z4sineDv4_f", device::host_target(), log), nullptr);
}

TEST(BuiltinStore, MakesEachOnceForATarget) {
    std::string log;
    const Target host = device::host_target();
    const Target other = device::lower_target(host, "sse2").value_or(Target{});
    EXPECT_EQ(ready_builtin(sine, host, log), ready_builtin(sine, host, log));
    EXPECT_NE(ready_builtin(sine, host, log), ready_builtin(sine, other, log));
    EXPECT_EQ(builtin_code(sine, host, log), builtin_code(sine, host, log));
    EXPECT_EQ(log, "");
}

TEST(BuiltinStore, BodiesAreWhole) {
    std::string log;
    const auto* builtin = ready_builtin("_Z3powDv16_fS_", device::host_target(), log);
    ASSERT_TRUE(builtin) << log;
    llvm::LLVMContext context;
    const auto module = compiler::read_bitcode_checked(builtin->body, context, log);
    ASSERT_TRUE(module) << log;
    for (const llvm::Function& function : *module)
        EXPECT_TRUE(function.isIntrinsic() || function.getName() == "_Z3powDv16_fS_") << function.getName().str();
    EXPECT_GT(builtin->size, 10u);
}

TEST(BuiltinStore, CodeCanBeCopied) {
    std::string log;
    for (const char* name : {sine, "_Z6lgammaDv4_d", "_Z3powDv8_dS_"}) {
        const FlatImage* code = builtin_code(name, device::host_target(), log);
        ASSERT_TRUE(code) << name << ": " << log;
        EXPECT_TRUE(code->relocations.empty());
        EXPECT_EQ(code->image.size(), code->text_bytes + code->rodata_bytes);
    }
}

// Makes a kernel with so many calls that the compiler inlines none of the called builtins. The builtins for double call
// functions of the C library.
std::string many_calls() {
    std::string text =
        "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n"
        "kernel void k(global float* f, global double* d) { int i = get_global_id(0);"
        "float x = f[i]; double y = d[i];\n";
    for (int n = 0; n < 40; ++n)
        text +=
            "x = sin(x) + cos(x) * pow(fabs(x) + 1.0f, 0.5f);\n"
            "y = lgamma(fabs(y) + 1.5) + sin(y) * 0.5;\n";
    return text + "f[i] = x; d[i] = y; }";
}

TEST(BuiltinStore, CopiesComputeTheSame) {
    constexpr unsigned items = 37;
    std::vector<float> f(items);
    std::vector<double> d(items);
    for (unsigned i = 0; i < items; ++i) d[i] = f[i] = 0.1f * static_cast<float>(i);
    std::vector<double> x(f.begin(), f.end()), y = d;
    for (unsigned i = 0; i < items; ++i)
        for (int n = 0; n < 40; ++n) {
            x[i] = std::sin(x[i]) + std::cos(x[i]) * std::pow(std::abs(x[i]) + 1, 0.5);
            y[i] = std::lgamma(std::abs(y[i]) + 1.5) + std::sin(y[i]) * 0.5;
        }
    run_kernel(many_calls(), "k", line(items, items), ArgumentBlock().add(f.data()).add(d.data()));
    for (unsigned i = 0; i < items; ++i) {
        EXPECT_NEAR(f[i], x[i], 1e-3) << i;
        EXPECT_NEAR(d[i], y[i], 1e-9) << i;
    }
}

TEST(BuiltinStore, ThreadsGetTheSameCode) {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const auto program = compiler.build(
        "kernel void k(global float* p) { float x = p[get_global_id(0)];"
        "for (int i = 0; i < 9; ++i) x = atan2(x, 2.0f) + asinpi(x) + cbrt(x); p[get_global_id(0)] = x; }",
        "");
    std::vector<std::vector<std::uint8_t>> images(4);
    std::vector<std::thread> threads;
    for (auto& image : images)
        threads.emplace_back(
            [&] { image = compiler.compile_kernel(program.ir, "k", {device::host_target(), 0}).code.image; });
    for (std::thread& thread : threads) thread.join();
    EXPECT_FALSE(images[0].empty());
    for (const auto& image : images) EXPECT_EQ(image, images[0]);
}

}  // namespace
}  // namespace lanewise::test

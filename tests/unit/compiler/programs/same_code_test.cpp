// Checks that a kernel's code depends only on its source and options. Earlier compilations on the thread must not
// change the code. The code must also be the same whether the kernel is extracted from the whole program or from a
// smaller program.
#include <gtest/gtest.h>

#include <string_view>
#include <thread>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"

namespace lanewise::compiler {
namespace {

constexpr const char* source =
    "constant float table[4] = {1, 2, 4, 8};\n"
    "global int counter = 7;\n"
    "static float twice(float x) { return x * 2; }\n"
    "float thrice(float x) { return twice(x) + x; }\n"
    "kernel void plain(global float* p) { size_t i = get_global_id(0); p[i] = p[i] * 2 + 1; }\n"
    "kernel void math(global float* p) { size_t i = get_global_id(0); p[i] = sin(thrice(p[i])) + pow(p[i], 3.5f); }\n"
    "kernel void rows(global float* p, int w) { size_t i = get_global_id(0), j = get_global_id(1);\n"
    "    p[j * w + i] = twice(p[j * w + i]); }\n"
    "kernel void barriers(global int* p, local int* l) { size_t i = get_local_id(0); l[i] = p[i];\n"
    "    barrier(CLK_LOCAL_MEM_FENCE); p[i] = l[get_local_size(0) - 1 - i]; }\n"
    "kernel void gathers(global int* p, global const long* q) { size_t i = get_global_id(0);\n"
    "    if (q[i] > 5) p[i] = p[q[i] % 1000] + q[i] % (q[i] + 3); }\n"
    "kernel void variables(global int* p) { p[get_global_id(0)] = atomic_inc(&counter) + table[p[0] & 3]; }\n"
    "kernel void prints(global int* p) { printf(\"%d %s\\n\", p[get_global_id(0)], \"text\"); }\n"
    "kernel void restricted(global float* restrict a, global const float* restrict b, int n) {\n"
    "    float sum = 0; for (int k = 0; k < n; ++k) { sum += b[k]; a[get_global_id(0)] = sum; } }\n"
    "kernel void enqueues(global int* p) {\n"
    "    enqueue_kernel(get_default_queue(), 0, ndrange_1D(4), ^{ p[get_global_id(0)] = table[1]; }); }\n";

ProgramResult build() { return compiler_instance().build(source, "-cl-std=CL3.0"); }

KernelCode code_of(const Ir& program, std::string_view kernel) {
    KernelResult result = compiler_instance().compile_kernel(program, kernel, {device::host_target()});
    EXPECT_EQ(result.status, Status::success) << kernel << ": " << result.log;
    return std::move(result.code);
}

void expect_same(const KernelCode& a, const KernelCode& b, std::string_view kernel) {
    EXPECT_EQ(a.image, b.image) << kernel;
    EXPECT_EQ(a.entry, b.entry) << kernel;
    EXPECT_EQ(a.summary, b.summary) << kernel;
    EXPECT_EQ(a.context_bytes_per_group, b.context_bytes_per_group) << kernel;
    EXPECT_EQ(a.imports.size(), b.imports.size()) << kernel;
}

TEST(SameCode, WhateverTheThreadCompiledBefore) {
    const ProgramResult program = build();
    ASSERT_EQ(program.status, Status::success) << program.log;
    std::vector<KernelCode> first;
    for (const KernelInfo& kernel : program.kernels)
        std::thread([&] { first.push_back(code_of(program.ir, kernel.name)); }).join();
    for (int round = 0; round < 2; ++round)
        for (std::size_t i = program.kernels.size(); i-- > 0;)
            expect_same(code_of(program.ir, program.kernels[i].name), first[i], program.kernels[i].name);
}

TEST(SameCode, OfAPartOfTheProgram) {
    const ProgramResult program = build();
    ASSERT_EQ(program.status, Status::success) << program.log;
    for (std::size_t size : {std::size_t{1}, std::size_t{3}, program.kernels.size()})
        for (std::size_t start = 0; start + size <= program.kernels.size(); start += size) {
            std::vector<std::string_view> names;
            for (std::size_t i = start; i < start + size; ++i) names.push_back(program.kernels[i].name);
            const Ir part = compiler_instance().extract(program.ir, names);
            ASSERT_FALSE(part.empty());
            for (const std::string_view name : names) expect_same(code_of(part, name), code_of(program.ir, name), name);
        }
}

TEST(SameCode, NoPartWithoutItsKernels) {
    const ProgramResult program = build();
    ASSERT_EQ(program.status, Status::success) << program.log;
    for (const std::string_view name : {"missing", "thrice"}) {
        const std::string_view names[] = {"plain", name};
        EXPECT_TRUE(compiler_instance().extract(program.ir, names).empty()) << name;
    }
}

}  // namespace
}  // namespace lanewise::compiler

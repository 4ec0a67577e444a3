// Compiles kernels of every size class of src/compiler/limits/budget.h. Each kernel compiles within bounded time and
// reproducibly, and computes what its source says.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr unsigned items = 37;  // two full chunks of 16 and a tail

// The statement `if (v[a] > limit) v[a] = (v[b] ^ salt) + v[c]; else v[b] += v[c];`. The kernel's source and its model
// in C++ are both made from such statements.
struct Statement {
    unsigned a, b, c;
    std::int32_t limit, salt;
};

std::vector<Statement> make_statements(unsigned count) {
    std::vector<Statement> statements;
    std::uint32_t state = 12345;
    const auto next = [&] { return (state = state * 1664525u + 1013904223u) >> 8; };
    for (unsigned i = 0; i < count; ++i)
        statements.push_back({next() % 4, next() % 4, next() % 4, static_cast<std::int32_t>(next() % 1000),
                              static_cast<std::int32_t>(next())});
    return statements;
}

std::string text_of(const std::vector<Statement>& statements, bool barriers) {
    std::string text =
        "kernel void k(global int* out) { int i = get_global_id(0);"
        "local int shared[64];"
        "int v0 = i * 100, v1 = i - 7, v2 = 3, v3 = ~i;\n";
    const auto name = [](unsigned v) { return "v" + std::to_string(v); };
    for (const Statement& s : statements) {
        text += "if (" + name(s.a) + " > " + std::to_string(s.limit) + ") " + name(s.a) + " = (int)((uint)(" +
                name(s.b) + " ^ " + std::to_string(s.salt) + ") + (uint)" + name(s.c) + "); else " + name(s.b) +
                " = (int)((uint)" + name(s.b) + " + (uint)" + name(s.c) + ");\n";
        if (barriers)
            text +=
                "shared[i] = v0; barrier(CLK_LOCAL_MEM_FENCE); v0 = shared[i ^ (i < 36)]; "
                "barrier(CLK_LOCAL_MEM_FENCE);\n";
    }
    return text + "out[i] = (int)((uint)v0 + (uint)v1 * 3u + (uint)v2 * 5u + (uint)v3 * 7u); }";
}

using Values = std::vector<std::uint32_t>;

std::vector<std::uint32_t> expected(const std::vector<Statement>& statements, bool barriers) {
    std::vector<Values> all(items);
    for (unsigned i = 0; i < items; ++i) all[i] = {i * 100, i - 7, 3, ~i};
    for (const Statement& s : statements) {
        for (Values& v : all) {
            if (static_cast<std::int32_t>(v[s.a]) > s.limit)
                v[s.a] = (v[s.b] ^ static_cast<std::uint32_t>(s.salt)) + v[s.c];
            else
                v[s.b] += v[s.c];
        }
        const std::vector<Values> before = all;
        for (unsigned i = 0; barriers && i < items; ++i) all[i][0] = before[i ^ (i < 36)][0];
    }
    std::vector<std::uint32_t> results;
    for (const Values& v : all) results.push_back(v[0] + v[1] * 3 + v[2] * 5 + v[3] * 7);
    return results;
}

struct SizeClass {
    unsigned statements;
    bool barriers;
    const char* plan;  // the text that the build log's line about the kernel must contain
};

class BudgetSizes : public testing::TestWithParam<SizeClass> {};

TEST_P(BudgetSizes, ComputesWhatTheSourceSays) {
    const auto [count, barriers, plan] = GetParam();
    const std::vector<Statement> statements = make_statements(count);
    std::vector<std::uint32_t> out(items);
    std::string summary;
    RunOptions options;
    options.summary = &summary;
    NDRange range;
    range.work_dim = 1;
    range.global_size[0] = range.local_size[0] = items;
    run_kernel(text_of(statements, barriers), "k", range, ArgumentBlock().add(out.data()), options);
    EXPECT_EQ(out, expected(statements, barriers));
    EXPECT_NE(summary.find(plan), std::string::npos) << summary;
}

INSTANTIATE_TEST_SUITE_P(All, BudgetSizes,
                         testing::Values(SizeClass{20, false, "lanes"},        // separate code for tails
                                         SizeClass{400, false, "lanes"},       // one masked function
                                         SizeClass{3000, false, "too large"},  // unoptimized code
                                         SizeClass{10, true, "lanes"}, SizeClass{30, true, "lanes"}),
                         [](const auto& info) {
                             return std::to_string(info.param.statements) + (info.param.barriers ? "_barriers" : "");
                         });

// Makes a kernel of one block with thousands of instructions.
std::string long_block() {
    std::string text = "kernel void k(global uint* out) { uint i = get_global_id(0); uint v = i;\n";
    for (unsigned n = 0; n < 700; ++n)
        text += "v = (v ^ " + std::to_string(n * 7919) + "u) * 5u + out[(i + " + std::to_string(n) + "u) % 37u];\n";
    return text + "out[37 + i] = v; }";
}

TEST(Budget, LongBlocksAreCutUnnoticed) {
    std::vector<std::uint32_t> out(2 * items);
    for (unsigned i = 0; i < items; ++i) out[i] = i * i + 11;
    std::vector<std::uint32_t> wanted = out;
    for (unsigned i = 0; i < items; ++i) {
        std::uint32_t v = i;
        for (unsigned n = 0; n < 700; ++n) v = (v ^ (n * 7919)) * 5 + out[(i + n) % 37];
        wanted[items + i] = v;
    }
    NDRange range;
    range.work_dim = 1;
    range.global_size[0] = range.local_size[0] = items;
    run_kernel(long_block(), "k", range, ArgumentBlock().add(out.data()));
    EXPECT_EQ(out, wanted);
}

// Tests that dozens of calls of large builtins stay calls, so that the code does not grow by a builtin's body with
// every call.
TEST(Budget, ManyMathCallsStaySmall) {
    const auto image_bytes = [](unsigned calls) {
        std::string text = "kernel void k(global float* out) { float x = out[get_global_id(0)];\n";
        for (unsigned i = 0; i < calls; ++i) text += "x = sin(x) + pow(x, 3.0f) + atan2(x, 2.0f);\n";
        text += "out[get_global_id(0)] = x; }";
        const compiler::Compiler& compiler = compiler::compiler_instance();
        const auto program = compiler.build(text, "");
        return compiler.compile_kernel(program.ir, "k", {device::host_target(), 0}).code.text_bytes;
    };
    const std::uint64_t few = image_bytes(10), many = image_bytes(100);
    EXPECT_GT(few, 0u);
    EXPECT_LT(many, 8 * few);
}

// Calls kept functions from a loop whose trip count is known only at run time. The results of each iteration are the
// inputs of the next iteration.
TEST(Budget, LoopsAroundSharedFunctions) {
    constexpr unsigned levels = 16;
    std::string text = "uint f0(uint x, global uint* out) { if (x % 3u == 0) x = x * 5u + out[0]; return x ^ 77u; }\n";
    for (unsigned i = 1; i <= levels; ++i) {
        const std::string inner = "f" + std::to_string(i - 1);
        text += "uint f" + std::to_string(i) + "(uint x, global uint* out) { uint y = " + inner + "(x + " +
                std::to_string(i) + "u, out); if (y % 7u == 1) y += 3u; return " + inner + "(y, out); }\n";
    }
    text +=
        "uint rounds(uint x, uint n, global uint* out) {\n"
        "while (--n) { x += f16(x, out); if (x % 5u == 0) x -= 9u; } return x; }\n"
        "kernel void k(global uint* out) { uint i = get_global_id(0); out[2 + i] = rounds(i, out[1], out); }";
    struct Model {
        static std::uint32_t call(unsigned level, std::uint32_t x) {
            if (level == 0) return (x % 3 == 0 ? x * 5 + 9 : x) ^ 77;
            std::uint32_t y = call(level - 1, x + level);
            if (y % 7 == 1) y += 3;
            return call(level - 1, y);
        }
    };
    std::vector<std::uint32_t> out(2 + items), wanted;
    out[0] = wanted.emplace_back(9);
    out[1] = wanted.emplace_back(4);
    for (std::uint32_t i = 0; i < items; ++i) {
        std::uint32_t x = i;
        for (unsigned round = 0; round < 3; ++round) {
            x += Model::call(levels, x);
            if (x % 5 == 0) x -= 9;
        }
        wanted.push_back(x);
    }
    NDRange range;
    range.work_dim = 1;
    range.global_size[0] = range.local_size[0] = items;
    run_kernel(text, "k", range, ArgumentBlock().add(out.data()));
    EXPECT_EQ(out, wanted);
}

TEST(Budget, SameCodeEveryTime) {
    const compiler::Compiler& compiler = compiler::compiler_instance();
    const auto program = compiler.build(text_of(make_statements(400), false), "");
    const compiler::CodeOptions options{device::host_target(), 0};
    EXPECT_EQ(compiler.compile_kernel(program.ir, "k", options).code.image,
              compiler.compile_kernel(program.ir, "k", options).code.image);
}

}  // namespace
}  // namespace lanewise::test

// Compares code for first launches (Effort::first), which calls larger builtins, with code that inlines these builtins.
// Code with calls that could be inlined is marked as provisional. Both kinds of code must give the same results.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::Effort;

class Launches final : public compiler::ExpectedLaunches {
public:
    explicit Launches(unsigned long_calls) : long_calls_(long_calls) {}
    bool share_objects(std::uint64_t) const noexcept override { return false; }
    bool are_long(unsigned calls) const noexcept override { return calls >= long_calls_; }
    bool are_small() const noexcept override { return false; }
    bool have_partial_chunks(unsigned, std::uint64_t, bool) const noexcept override { return false; }

private:
    const unsigned long_calls_;
};

std::string kernel_of(const std::string& term) {
    return "kernel void k(global float* out, global const float* in) { int i = get_global_id(0); float x = in[i];"
           " out[i] = " +
           term + "; }";
}

KernelCode compile(const std::string& term, Effort effort, const compiler::ExpectedLaunches* launches = nullptr) {
    const auto& compiler = compiler::compiler_instance();
    const compiler::CodeOptions options{.target = device::host_target(), .launches = launches, .effort = effort};
    const auto result = compiler.compile_kernel(compiler.build(kernel_of(term), "").ir, "k", options);
    EXPECT_EQ(result.status, compiler::Status::success) << result.log;
    return result.code;
}

TEST(LargeBuiltins, AreCalledInCodeThatSaysSo) {
    EXPECT_FALSE(compile("sin(x)", Effort::full).provisional);
    EXPECT_TRUE(compile("sin(x)", Effort::first).provisional);
    // Each of these builtins is small, but all these builtins together are large.
    const char* const several = "exp(x) + log(x) + exp2(x) + log2(x) + cbrt(x) + exp10(x) + log10(x) + expm1(x)";
    EXPECT_FALSE(compile(several, Effort::full).provisional);
    EXPECT_TRUE(compile(several, Effort::first).provisional);
}

TEST(LargeBuiltins, AreInlinedForLongLaunches) {
    const KernelCode inlined = compile("sin(x)", Effort::full);
    const Launches long_ones(1), others(2);
    const KernelCode for_long = compile("sin(x)", Effort::first, &long_ones);
    EXPECT_FALSE(for_long.provisional);
    EXPECT_EQ(for_long.image, inlined.image);
    EXPECT_TRUE(compile("sin(x)", Effort::first, &others).provisional);
    const char* const loop = "0; for (int j = 0; j < out[i]; ++j) out[i] += sin(x + j)";
    EXPECT_FALSE(compile(loop, Effort::first, &others).provisional);
}

// Small builtins are always inlined, and the largest are always called. The code for first launches and the code for
// later launches is therefore the same.
TEST(LargeBuiltins, OfOtherSizesAreTheSame) {
    std::string many = "x";
    for (int i = 1; i < 40; ++i) many = "tgamma(" + many + " + " + std::to_string(i) + ")";
    for (const std::string& term : {std::string("x + 1"), std::string("copysign(x, 2.0f)"), many}) {
        const KernelCode inlined = compile(term, Effort::full);
        const KernelCode called = compile(term, Effort::first);
        EXPECT_FALSE(called.provisional) << term;
        EXPECT_EQ(called.image, inlined.image) << term;
    }
}

TEST(LargeBuiltins, GiveTheSameResults) {
    constexpr std::uint32_t items = 150;
    std::vector<float> in(items);
    for (std::uint32_t i = 0; i < items; ++i) in[i] = static_cast<float>(i) * 977.25F - 40000;
    NDRange range;
    range.work_dim = 1;
    range.global_size[0] = items;
    range.local_size[0] = 40;
    for (const char* term : {"sin(x)", "pow(fabs(x), 0.3f) + exp(x * 1e-4f)", "(float)log((double)x * x)",
                             "x > 0 ? atan2(x, 3.0f) : cbrt(x)", "sin((float4)(x, 1, 2, x)).w"})
        for (const std::uint32_t lanes : {0U, 1U, 8U, 32U}) {
            const auto results = [&](Effort effort) {
                std::vector<float> out(items);
                run_kernel(kernel_of(term), "k", range, ArgumentBlock().add(out.data()).add(in.data()),
                           {.vector_width = lanes, .effort = effort});
                return out;
            };
            EXPECT_EQ(results(Effort::first), results(Effort::full)) << term << ' ' << lanes;
        }
}

}  // namespace
}  // namespace lanewise::test

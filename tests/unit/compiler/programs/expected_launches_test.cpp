// Tests code that depends on expected launches (compiler::ExpectedLaunches). The answers to questions about expected
// launches may change during the compilation.
#include <gtest/gtest.h>

#include <limits>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"

namespace lanewise::test {
namespace {

// The loop loads and stores `out[i]` in each iteration. A register can hold the value throughout the loop only if `out`
// and `in` point to different objects.
constexpr const char* gains =
    "kernel void k(global float* out, global const float* in, int n) {"
    " int i = get_global_id(0); for (int j = 0; j < n; ++j) out[i] += in[j]; }";
constexpr const char* gains_nothing =
    "kernel void k(global float* out, global const float* in, int n) {"
    " int i = get_global_id(0); out[i] = in[i] + n; }";

/// Answers the first questions as if no arguments were known; `first` is the number of these questions. Answers all
/// later questions as if both arguments pointed to the same object.
class Launches final : public compiler::ExpectedLaunches {
public:
    explicit Launches(unsigned first) : first_(first) {}
    bool share_objects(std::uint64_t written) const noexcept override {
        EXPECT_EQ(written, 1u);
        return ++asked_ > first_;
    }
    bool are_long(unsigned) const noexcept override { return false; }
    bool are_small() const noexcept override { return false; }
    bool have_partial_chunks(unsigned, std::uint64_t, bool) const noexcept override { return false; }
    unsigned asked() const { return asked_; }

private:
    const unsigned first_;
    mutable unsigned asked_ = 0;
};

constexpr unsigned never = std::numeric_limits<unsigned>::max();

KernelCode compile(const char* source, const compiler::ExpectedLaunches* launches, bool shared_objects = false) {
    const auto& compiler = compiler::compiler_instance();
    const compiler::CodeOptions options{
        .target = device::host_target(), .shared_objects = shared_objects, .launches = launches};
    const auto result = compiler.compile_kernel(compiler.build(source, "").ir, "k", options);
    EXPECT_EQ(result.status, compiler::Status::success) << result.log;
    return result.code;
}

TEST(ExpectedLaunches, ThatShareNothingCountOnIt) {
    const Launches apart(never);
    for (const compiler::ExpectedLaunches* launches : {static_cast<const compiler::ExpectedLaunches*>(&apart),
                                                       static_cast<const compiler::ExpectedLaunches*>(nullptr)}) {
        const KernelCode code = compile(gains, launches);
        EXPECT_EQ(code.written_apart, 1u);
        EXPECT_EQ(code.gains_apart, 0u);
    }
    EXPECT_GT(apart.asked(), 1u);
}

// If the compiler learns during the compilation that arguments share objects, the compiled code must be right for any
// launch.
TEST(ExpectedLaunches, ThatShareObjectsGetCodeForAny) {
    const Launches all_along(never);
    compile(gains, &all_along);
    const KernelCode for_any = compile(gains, nullptr, /*shared_objects=*/true);
    EXPECT_EQ(for_any.gains_apart, 1u);
    for (unsigned first = 0; first < all_along.asked(); ++first) {
        const Launches launches(first);
        const KernelCode code = compile(gains, &launches);
        EXPECT_EQ(code.written_apart, 0u) << first;
        EXPECT_EQ(code.gains_apart, 1u) << first;
        EXPECT_EQ(code.image, for_any.image) << first;
    }
}

TEST(ExpectedLaunches, AreNotAskedForWhereNothingIsGained) {
    const Launches launches(0);
    const KernelCode code = compile(gains_nothing, &launches);
    EXPECT_EQ(launches.asked(), 0u);
    EXPECT_EQ(code.written_apart, 0u);
    EXPECT_EQ(code.gains_apart, 0u);
}

}  // namespace
}  // namespace lanewise::test

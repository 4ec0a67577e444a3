// Tests code for small first launches. The code must have only as many lanes as fill one register, compute the same
// results, and say that other code will replace it (KernelCode::for_small_launches).
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "compiler/compiler_impl.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::Chunks;
using compiler::Effort;

class Launches final : public compiler::ExpectedLaunches {
public:
    explicit Launches(bool small) : small_(small) {}
    bool share_objects(std::uint64_t) const noexcept override { return false; }
    bool are_long(unsigned) const noexcept override { return false; }
    bool are_small() const noexcept override { return small_; }
    bool have_partial_chunks(unsigned, std::uint64_t, bool) const noexcept override { return false; }

private:
    const bool small_;
};

// Kernels for which the planner chooses more lanes than one register holds. Each work-item changes its element once.
constexpr const char* kernels[] = {
    "kernel void k(global int* p, int n) { int i = get_global_id(0); int x = p[i];"
    " if (x % 3 != n) x = x * 5 + i; p[i] = x ^ (x >> 7); }",
    "kernel void k(global int* p, int n) { int i = get_global_id(0); float x = p[i] & 1023;"
    " for (int j = 0; j < n; j++) x = x * 0.5f + sin(x); p[i] += (int)(x * 1000); }",
    "kernel void k(global int* p, int n) { local int t[256]; int l = get_local_id(0); int i = get_global_id(0);"
    " t[l] = p[i]; barrier(CLK_LOCAL_MEM_FENCE); p[i] += t[(l + n) % get_local_size(0)]; }",
    "kernel void k(global int* p, int n) { int i = get_global_id(0); uchar x = ((global uchar*)p)[4 * i];"
    " ((global uchar*)p)[4 * i] = x * 3 + (uchar)n; }"};

class SmallLaunches : public testing::TestWithParam<const char*> {
protected:
    CompiledKernel compile(const compiler::Ir& ir, const Launches& launches, Chunks chunks, Effort effort) const {
        return CompiledKernel(ir, "k", 0, GetParam(), compiler::Together::where_it_pays, chunks,
                              compiler::Along::where_it_pays, {}, false, compiler::KeptCalls::where_too_large, effort,
                              &launches);
    }

    std::vector<int> run(const CompiledKernel& code, const NDRange& range, std::vector<int> values) const {
        ArgumentBlock arguments;
        arguments.add(values.data()).add(2);
        code.run(range, arguments, 0);
        return values;
    }
};

TEST_P(SmallLaunches, ComputeTheSameWithFewerLanes) {
    const std::string level = GetParam();
    const Target host = device::host_target();
    const Target target = level.empty() ? host : device::lower_target(host, level).value();
    const unsigned most = std::max(target.vector_bits / 32, 8u);
    const Launches small(true), large(false);
    unsigned fewer = 0;
    for (const char* const source : kernels) {
        const compiler::Ir ir = compiler::compiler_instance().build(source, "").ir;
        const CompiledKernel quick = compile(ir, small, Chunks::full, Effort::first);
        const CompiledKernel usual = compile(ir, large, Chunks::full, Effort::first);
        const CompiledKernel full = compile(ir, small, Chunks::all, Effort::full);
        ASSERT_TRUE(quick && usual && full) << quick.log() << usual.log() << full.log();
        EXPECT_TRUE(quick.facts().for_small_launches && quick.facts().provisional);
        EXPECT_FALSE(usual.facts().for_small_launches || full.facts().for_small_launches || full.facts().provisional);
        EXPECT_LE(quick.facts().lanes, most);
        fewer += quick.facts().lanes < full.facts().lanes;
        for (const auto& [items, group] : {std::pair{64u, 64u}, {48u, 48u}, {100u, 50u}, {5u, 5u}, {256u, 128u}}) {
            std::vector<int> values(items);
            for (unsigned i = 0; i < items; ++i) values[i] = static_cast<int>((i * 2654435761u) >> 4);
            const NDRange range = line(items, group);
            const std::vector<int> expected = run(full, range, values);
            EXPECT_EQ(run(quick, range, values), expected) << source << ' ' << items;
            EXPECT_EQ(run(usual, range, values), expected) << source << ' ' << items;
        }
    }
    EXPECT_GT(fewer, 0u);
}

INSTANTIATE_TEST_SUITE_P(Levels, SmallLaunches, testing::Values("", "avx2", "sse4.2"), [](const auto& level) {
    return level.param[0] == 0 ? std::string("host") : std::string(level.param, 4);
});

}  // namespace
}  // namespace lanewise::test

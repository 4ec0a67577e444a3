// Tests code for full chunks and code for partial chunks (compiler::Chunks). Both codes together must run every
// work-item once. Code for full chunks must run no work-item of a partial chunk, and code for partial chunks must run
// no work-item of a full chunk.
#include <gtest/gtest.h>

#include <vector>

#include "compiler/compiler_impl.h"
#include "device/kernel/launch.h"
#include "device/machine/cpu/cpu_features.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::Chunks;

// A kernel with enough work that tails get separate code. Every work-item counts its runs.
constexpr const char* plain = R"(
    kernel void k(global int* runs, global const float* a, int width) {
        int i = get_global_id(1) * width + get_global_id(0);
        float x = a[i];
        for (int n = 0; n < 9; n++) {
            if (x > 0.5f) x = sqrt(x) * a[i + 1] - 1; else x = x * x + 0.25f * a[i + 2];
            if (x < -3) x += a[i + 3] * 2; else x -= a[i + 4];
        }
        runs[i] += x == x ? 1 : 2;
    })";

constexpr const char* barriers = R"(
    kernel void k(global int* runs, global const float* a, int width) {
        local float tile[32][64];
        int lx = get_local_id(0), ly = get_local_id(1), i = get_global_id(1) * width + get_global_id(0);
        tile[ly][lx] = a[i];
        barrier(CLK_LOCAL_MEM_FENCE);
        float sum = 0;
        for (int x = 0; x < get_local_size(0); x++) sum += tile[ly][x];
        barrier(CLK_LOCAL_MEM_FENCE);
        tile[ly][lx] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        runs[i] += tile[ly][0] == sum ? 1 : 1000;
    })";

compiler::Ir ir_of(const char* source) {
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    return program.ir;
}

NDRange plane(std::uint64_t width, std::uint64_t height, std::uint64_t local_width, std::uint64_t local_height) {
    NDRange range;
    range.work_dim = 2;
    range.global_size = {width, height, 1};
    range.local_size = {local_width, local_height, 1};
    return range;
}

constexpr NDRange ranges[] = {
    {2, {}, {64, 4, 1}, {32, 2, 1}}, {2, {}, {100, 7, 1}, {32, 2, 1}},  {2, {}, {45, 3, 1}, {45, 3, 1}},
    {2, {}, {5, 9, 1}, {5, 9, 1}},   {2, {}, {33, 33, 1}, {33, 32, 1}}, {2, {}, {64, 16, 1}, {64, 16, 1}},
};

std::vector<int> runs_of(const CompiledKernel& kernel, const NDRange& range) {
    const std::size_t items = range.global_size[0] * range.global_size[1];
    std::vector<int> runs(items, 0);
    std::vector<float> a(items + 4);
    for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 11) - 5;
    ArgumentBlock arguments;
    arguments.add(runs.data()).add(a.data()).add(static_cast<int>(range.global_size[0]));
    kernel.run(range, arguments, 0);
    return runs;
}

void expect_all_run_once(const char* source, compiler::Together together) {
    const compiler::Ir ir = ir_of(source);
    const CompiledKernel apart(ir, "k", 16, "", together, Chunks::full), whole(ir, "k", 16, "", together, Chunks::all);
    ASSERT_TRUE(apart && whole) << apart.log() << whole.log();
    EXPECT_EQ(apart.facts().whole_lanes, 16u);
    EXPECT_EQ(whole.facts().whole_lanes, 1u);
    EXPECT_LT(apart.facts().text_bytes, whole.facts().text_bytes + 1);
    for (const NDRange& range : ranges) {
        const std::vector<int> once(range.global_size[0] * range.global_size[1], 1);
        EXPECT_EQ(runs_of(apart, range), once) << range.global_size[0] << " by " << range.global_size[1];
        EXPECT_EQ(runs_of(whole, range), once) << range.global_size[0] << " by " << range.global_size[1];
    }
}

TEST(Chunks, EveryItemRunsOnce) { expect_all_run_once(plain, compiler::Together::never); }
TEST(Chunks, EveryItemRunsOnceWithBarriers) { expect_all_run_once(barriers, compiler::Together::never); }
TEST(Chunks, EveryItemRunsOnceInRows) { expect_all_run_once(plain, compiler::Together::where_possible); }
TEST(Chunks, EveryItemRunsOnceInRowsWithBarriers) { expect_all_run_once(barriers, compiler::Together::where_possible); }

// Checks that code for partial chunks runs no work-item if `whole_lanes` and `whole_rows` divide the sizes of the
// launch's work-groups. A launch with such work-groups does not request code for partial chunks, so code for full
// chunks must run all work-items.
void expect_left_out(const char* source, compiler::Together together) {
    const compiler::Ir ir = ir_of(source);
    const CompiledKernel full(ir, "k", 16, "", together, Chunks::full);
    const CompiledKernel partial(ir, "k", 16, "", together, Chunks::partial);
    ASSERT_TRUE(full && partial);
    for (const NDRange& range : ranges) {
        if (device::has_partial_chunks(range, full.facts())) continue;
        const std::vector<int> never(range.global_size[0] * range.global_size[1], 0);
        EXPECT_EQ(runs_of(partial, range), never) << range.global_size[0] << " by " << range.global_size[1];
    }
}

TEST(Chunks, NothingIsLeftOutOfWholeGroups) {
    for (const compiler::Together together : {compiler::Together::never, compiler::Together::where_possible}) {
        expect_left_out(plain, together);
        expect_left_out(barriers, together);
    }
}

TEST(Chunks, WholeSizesAreThoseOfEveryGroup) {
    KernelCode code;
    EXPECT_FALSE(device::has_partial_chunks(plane(7, 5, 3, 2), code));
    code.whole_lanes = 16;
    EXPECT_FALSE(device::has_partial_chunks(plane(64, 5, 32, 2), code));
    EXPECT_FALSE(device::has_partial_chunks(plane(48, 5, 32, 2), code));
    EXPECT_FALSE(device::has_partial_chunks(plane(16, 5, 40, 2), code));
    EXPECT_TRUE(device::has_partial_chunks(plane(65, 5, 32, 2), code));
    EXPECT_TRUE(device::has_partial_chunks(plane(48, 5, 24, 2), code));
    code.whole_rows = 4;
    EXPECT_TRUE(device::has_partial_chunks(plane(64, 6, 32, 4), code));
    EXPECT_TRUE(device::has_partial_chunks(plane(64, 8, 32, 2), code));
    EXPECT_FALSE(device::has_partial_chunks(plane(64, 12, 32, 8), code));
}

/// Tells the compiler to expect short launches that all have the same NDRange.
class Launches final : public compiler::ExpectedLaunches {
public:
    explicit Launches(const NDRange& range) : range_(range) {}
    bool share_objects(std::uint64_t) const noexcept override { return false; }
    bool are_long(unsigned) const noexcept override { return false; }
    bool are_small() const noexcept override { return false; }
    bool have_partial_chunks(unsigned dimension, std::uint64_t unit, bool) const noexcept override {
        return !range_.has_whole(dimension, unit);
    }

private:
    const NDRange& range_;
};

// Compiles for AVX2, where masked code is slower than code without masks. Most kernels therefore have separate code for
// full and for partial chunks.
TEST(Chunks, FirstLaunchesRunByOneCode) {
    using compiler::Effort;
    for (const compiler::Together together : {compiler::Together::never, compiler::Together::where_possible}) {
        for (const char* const source : {plain, barriers}) {
            const compiler::Ir ir = ir_of(source);
            const auto make = [&](Effort effort, const Launches& launches) {
                return CompiledKernel(ir, "k", 16, "avx2", together, Chunks::full, compiler::Along::where_it_pays, {},
                                      false, compiler::KeptCalls::where_too_large, effort, &launches);
            };
            for (const NDRange& range : ranges) {
                const Launches launches(range);
                const CompiledKernel first = make(Effort::first, launches), full = make(Effort::full, launches);
                ASSERT_TRUE(first && full);
                ASSERT_GT(full.facts().whole_lanes, 1u);
                EXPECT_FALSE(full.facts().provisional);
                EXPECT_FALSE(device::has_partial_chunks(range, first.facts()));
                EXPECT_EQ(first.facts().provisional, device::has_partial_chunks(range, full.facts()));
                for (const NDRange& other : ranges) EXPECT_EQ(runs_of(first, other), runs_of(full, other));
            }
        }
    }
}

TEST(Chunks, SmallTailsAreNotApart) {
    const CompiledKernel kernel(ir_of("kernel void k(global int* p) { p[get_global_id(0)] = 1; }"), "k", 16, "");
    ASSERT_TRUE(kernel) << kernel.log();
    EXPECT_EQ(kernel.facts().whole_lanes, 1u);
}

}  // namespace
}  // namespace lanewise::test

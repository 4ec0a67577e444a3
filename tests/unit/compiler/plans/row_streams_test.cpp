// Tests `KernelCode::row_streams`: whether the device may make work-groups longer along dimension 0. Checks also that
// longer work-groups compute the same results.
#include <gtest/gtest.h>

#include <vector>

#include "compiler/compiler_impl.h"
#include "device/kernel/regroup.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr char stencil[] = R"(
    kernel void k(global float* o, global const float* a, int w, int h) {
        int x = get_global_id(0), y = get_global_id(1);
        if (x > 0 && y > 0 && x < w - 1 && y < h - 1)
            o[y * w + x] = a[y * w + x] + a[y * w + x - 1] + a[y * w + x + 1] + a[(y - 1) * w + x] + a[(y + 1) * w + x];
        else
            o[y * w + x] = a[y * w + x];
    })";

CompiledKernel compile(const std::string& source) {
    const auto program = compiler::compiler_instance().build(source, "");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    return CompiledKernel(program.ir, "k", 16, "");
}

bool streams(const std::string& body) {
    const CompiledKernel kernel = compile(
        "kernel void k(global float* o, global const float* a, int n) {"
        "    int x = get_global_id(0), y = get_global_id(1);" +
        body + "}");
    return kernel && kernel.facts().row_streams;
}

TEST(RowStreams, NeighboursNextToEachOther) {
    EXPECT_TRUE(streams("o[y * n + x] = a[y * n + x] + a[x];"));
    EXPECT_TRUE(streams("vstore4(vload4(y * n + x, a), y * n + x, o);"));
    EXPECT_TRUE(streams("if (x < n) o[x] = a[n - x] + a[y];"));
}

TEST(RowStreams, ColumnsTablesAndLoopsKeepTheirTiles) {
    EXPECT_FALSE(streams("o[x * n + y] = a[y * n + x];"));
    EXPECT_FALSE(streams("o[x] = a[(int)a[x]];"));
    EXPECT_FALSE(streams("float s = 0; for (int i = 0; i < n; i++) s += a[i * n + x]; o[x] = s;"));
    EXPECT_FALSE(streams("atomic_inc((global int*)o + x);"));
}

TEST(RowStreams, WiderGroupsComputeTheSame) {
    constexpr int width = 1000, height = 70;
    std::vector<float> in(width * height), out(in.size(), -1);
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<float>(i * 7 % 64);
    const CompiledKernel kernel = compile(stencil);
    ASSERT_TRUE(kernel) << kernel.log();
    NDRange range;
    range.work_dim = 2;
    range.global_size = {width, height, 1};
    range.local_size = {64, 2, 1};
    const NDRange wide = device::regroup(range, kernel.facts(), 2);
    ASSERT_GT(wide.local_size[0], 64u);
    kernel.run(wide, ArgumentBlock().add(out.data()).add(in.data()).add(width).add(height), 0);
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const float* at = &in[static_cast<std::size_t>(y * width + x)];
            const bool inside = x > 0 && y > 0 && x < width - 1 && y < height - 1;
            const float expected = inside ? at[0] + at[-1] + at[1] + at[-width] + at[width] : at[0];
            ASSERT_EQ(out[static_cast<std::size_t>(y * width + x)], expected) << x << ", " << y;
        }
}

}  // namespace
}  // namespace lanewise::test

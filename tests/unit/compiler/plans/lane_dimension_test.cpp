// Tests code whose lanes lie along each dimension and along the linear id: the results must be the same for work-groups
// of all sizes.
#include <gtest/gtest.h>

#include <vector>

#include "compiler/compiler_impl.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

using compiler::Along;

constexpr Along ways[] = {Along::where_it_pays, Along::dimension_0, Along::dimension_1, Along::dimension_2,
                          Along::linear_id};

CompiledKernel compiled(const char* source, Along along, std::uint32_t lanes = 0) {
    const auto program = compiler::compiler_instance().build(source, "-cl-std=CL3.0");
    EXPECT_EQ(program.status, compiler::Status::success) << program.log;
    return {program.ir, "k", lanes, "", compiler::Together::where_it_pays, compiler::Chunks::full, along};
}

std::uint64_t lane_dimension(const char* source) {
    const CompiledKernel kernel = compiled(source, Along::where_it_pays);
    EXPECT_TRUE(kernel) << kernel.log();
    return kernel ? kernel.facts().lane_dimension : 99;
}

constexpr Dim3 local_sizes[] = {{1, 1, 1}, {1, 20, 1}, {20, 1, 1}, {1, 1, 20}, {16, 2, 1}, {2, 6, 2}, {5, 3, 4}};

// Source of a kernel that uses all ids and sizes that a work-item can query. The kernel also calls a helper function,
// and reads values that other work-items wrote to local memory.
constexpr const char* everything = R"(
    size_t linear(size_t x, size_t y, size_t z, size_t w, size_t h) { return (z * h + y) * w + x; }
    kernel void k(global ulong* out, local ulong* shared) {
        const size_t i = get_global_linear_id(), l = get_local_linear_id();
        ulong sum = 0;
        for (uint d = 0; d < get_work_dim(); ++d)
            sum = sum * 31 + get_global_id(d) + get_local_id(d) * 3 + get_group_id(d) * 5 + get_num_groups(d) * 7 +
                  get_global_size(d) * 11 + get_local_size(d) * 13 + get_enqueued_local_size(d) * 17 +
                  get_global_offset(d) * 19;
        shared[l] = sum;
        barrier(CLK_LOCAL_MEM_FENCE);
        const size_t n = get_local_size(0) * get_local_size(1) * get_local_size(2);
        out[i] = sum * 3 + shared[n - 1 - l];
    })";

TEST(LaneDimension, NothingTellsIt) {
    const CompiledKernel reference = compiled(everything, Along::dimension_0, 1);
    ASSERT_TRUE(reference) << reference.log();
    for (const Along along : ways) {
        const CompiledKernel kernel = compiled(everything, along);
        ASSERT_TRUE(kernel) << kernel.log();
        for (const Dim3& local : local_sizes) {
            NDRange range;
            range.work_dim = 3;
            range.global_offset = {3, 5, 7};
            range.local_size = local;
            // The global sizes are no multiples of the local sizes, so the last work-group in each dimension is
            // smaller.
            for (unsigned d = 0; d < 3; ++d) range.global_size[d] = 2 * local[d] + local[d] / 2;
            const std::uint64_t items = range.global_size[0] * range.global_size[1] * range.global_size[2];
            const std::uint64_t bytes = range.items_per_group() * 8;
            std::vector<std::uint64_t> expected(items), out(items);
            reference.run(range, ArgumentBlock().add(expected.data()).add(std::uint64_t{0}), bytes);
            kernel.run(range, ArgumentBlock().add(out.data()).add(std::uint64_t{0}), bytes);
            EXPECT_EQ(out, expected) << kernel.facts().summary << ' ' << local[0] << 'x' << local[1] << 'x' << local[2];
        }
    }
}

TEST(LaneDimension, IsToldInTheLog) {
    const CompiledKernel kernel =
        compiled("kernel void k(global float* a, int w) { a[get_global_id(0) * w + get_global_id(1)] *= 2; }",
                 Along::where_it_pays);
    ASSERT_TRUE(kernel);
    EXPECT_NE(kernel.facts().summary.find("lanes along dimension 1"), std::string::npos) << kernel.facts().summary;
}

TEST(LaneDimension, IsThatOfTheMemory) {
    EXPECT_EQ(
        lane_dimension("kernel void k(global float* a, int w) { a[get_global_id(1) * w + get_global_id(0)] = 1; }"),
        0u);
    EXPECT_EQ(
        lane_dimension("kernel void k(global float* a, int w) { a[get_global_id(0) * w + get_global_id(1)] = 1; }"),
        1u);
    EXPECT_EQ(lane_dimension("kernel void k(global float* a, int w) {"
                             "  a[(get_global_id(0) * w + get_global_id(1)) * w + get_global_id(2)] = 1; }"),
              2u);
}

TEST(LaneDimension, IsTheOneThatRequiredSizesHaveRoomIn) {
    EXPECT_EQ(lane_dimension("kernel __attribute__((reqd_work_group_size(1, 64, 1))) void k(global float* a, int w) {"
                             "  local float l[64]; const int i = get_local_id(1), j = get_global_id(0);"
                             "  l[i] = a[i * w + j]; barrier(CLK_LOCAL_MEM_FENCE); float s = 0; for (int k = 0; k < "
                             "64; ++k) s += l[k] * l[i]; a[i * w + j] = s; }"),
              1u);
}

// A kernel can observe the order of its lanes through scans, which follow the linear id, and through sub-groups, whose
// work-items have consecutive linear ids. The lanes of such kernels must lie along dimension 0.
TEST(LaneDimension, IsTheFirstWhereItShows) {
    EXPECT_EQ(
        lane_dimension("kernel void k(global int* a, int w) { const int i = get_global_id(0) * w + get_global_id(1);"
                       "  a[i] = work_group_scan_inclusive_add(a[i]); }"),
        0u);
    EXPECT_EQ(
        lane_dimension("#pragma OPENCL EXTENSION cl_khr_subgroups : enable\n"
                       "kernel void k(global int* a, int w) { const int i = get_global_id(0) * w + get_global_id(1);"
                       "  a[i] = get_sub_group_local_id(); }"),
        0u);
}

TEST(LaneDimension, ScansGoByTheLinearIdInEveryOrder) {
    constexpr const char* source = R"(
        kernel void k(global int* out) {
            out[get_local_id(0) * get_local_size(1) + get_local_id(1)] =
                work_group_scan_exclusive_add((int)get_local_linear_id());
        })";
    for (const Along along : ways) {
        const CompiledKernel kernel = compiled(source, along);
        ASSERT_TRUE(kernel) << kernel.log();
        NDRange range;
        range.work_dim = 2;
        range.global_size = range.local_size = {6, 18, 1};
        std::vector<std::int32_t> out(6 * 18);
        kernel.run(range, ArgumentBlock().add(out.data()), 0);
        for (std::int32_t x = 0; x < 6; ++x)
            for (std::int32_t y = 0; y < 18; ++y) {
                const std::int32_t l = y * 6 + x;
                EXPECT_EQ(out[static_cast<std::size_t>(x * 18 + y)], l * (l - 1) / 2) << static_cast<int>(along);
            }
    }
}

}  // namespace
}  // namespace lanewise::test

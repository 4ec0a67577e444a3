// Tests barriers in every form that OpenCL C allows. The local sizes are no multiples of common numbers of lanes.
#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

std::vector<std::int32_t> run_on_ints(const char* source, const std::vector<std::int32_t>& in, const NDRange& range) {
    std::vector<std::int32_t> out(in.size(), -1);
    ArgumentBlock arguments;
    arguments.add(in.data()).add(out.data());
    run_kernel(source, "k", range, arguments);
    return out;
}

std::vector<std::int32_t> counting(std::size_t size) {
    std::vector<std::int32_t> values(size);
    std::iota(values.begin(), values.end(), 1);
    return values;
}

class Barriers : public testing::TestWithParam<std::uint64_t> {};

// Each work-item reads the value that the next work-item wrote before the barrier.
TEST_P(Barriers, ExchangeWithNeighbour) {
    const std::uint64_t local = GetParam();
    const auto in = counting(local * 3);
    const auto out = run_on_ints(R"(
        kernel void k(global const int* in, global int* out) {
            local int tile[1024];
            int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
            tile[l] = in[g];
            barrier(CLK_LOCAL_MEM_FENCE);
            out[g] = tile[(l + 1) % n] * 10 + (g - l);
        })",
                                 in, line(local * 3, local));
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t start = i / local * local;
        EXPECT_EQ(out[i], in[start + (i - start + 1) % local] * 10 + static_cast<int>(start)) << i;
    }
}

TEST_P(Barriers, ReductionLoop) {
    const std::uint64_t local = GetParam();
    const auto in = counting(local * 2);
    const auto out = run_on_ints(R"(
        kernel void k(global const int* in, global int* out) {
            local int tile[1024];
            int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
            tile[l] = in[g];
            for (int step = 1; step < n; step *= 2) {
                barrier(CLK_LOCAL_MEM_FENCE);
                int other = l + step < n && l % (2 * step) == 0 ? tile[l + step] : 0;
                barrier(CLK_LOCAL_MEM_FENCE);
                tile[l] += other;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            out[g] = tile[0];
        })",
                                 in, line(local * 2, local));
    for (std::size_t i = 0; i < in.size(); ++i) {
        const auto start = in.begin() + static_cast<std::ptrdiff_t>(i / local * local);
        EXPECT_EQ(out[i], std::accumulate(start, start + static_cast<std::ptrdiff_t>(local), 0)) << i;
    }
}

// Tests stencils that read elements on both sides, with and without a guard at the edges, for elements of each size.
// Each time step reads the results of the previous time step.
TEST_P(Barriers, StencilInSteps) {
    const auto local = static_cast<std::int64_t>(GetParam());
    const auto in = counting(static_cast<std::size_t>(local) * 2);
    for (const char* type : {"char", "short", "int", "long"})
        for (const std::int64_t reach : {1, 3, 15}) {
            const std::string source =
                "kernel void k(global const int* in, global int* out) { enum { R = " + std::to_string(reach) +
                " };  local " + type +
                " tile[300 + 2 * R], next[300];"
                "  int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);"
                "  tile[l + R] = in[g]; if (l == 0) for (int i = 0; i < R; ++i) tile[i] = tile[n + R + i] = 0;"
                "  barrier(CLK_LOCAL_MEM_FENCE);"
                "  for (int i = 0; i < 3; ++i) {"
                "    if (l >= i && l < n - i) next[l] = tile[l] * 2 + tile[l + R] - tile[l + 2 * R] + i;"
                "    barrier(CLK_LOCAL_MEM_FENCE);"
                "    if (l >= i && l < n - i) tile[l + R] = next[l] & 63;"
                "    barrier(CLK_LOCAL_MEM_FENCE); }"
                "  out[g] = tile[l] + 1000 * tile[l + 2 * R]; }";
            const auto range = line(static_cast<std::uint64_t>(local) * 2, GetParam());
            const auto out = run_on_ints(source.c_str(), in, range);
            for (std::int64_t start = 0; start < 2 * local; start += local) {
                std::vector<std::int64_t> tile(static_cast<std::size_t>(local + 2 * reach));
                const auto at = [&](std::int64_t l) -> std::int64_t& { return tile[static_cast<std::size_t>(l)]; };
                for (std::int64_t l = 0; l < local; ++l)
                    at(l + reach) =
                        std::string(type) == "char" ? static_cast<std::int8_t>(start + l + 1) : start + l + 1;
                for (std::int64_t i = 0; i < 3; ++i) {
                    auto next = tile;
                    for (std::int64_t l = i; l < local - i; ++l)
                        next[static_cast<std::size_t>(l + reach)] =
                            (at(l) * 2 + at(l + reach) - at(l + 2 * reach) + i) & 63;
                    tile = next;
                }
                for (std::int64_t l = 0; l < local; ++l)
                    ASSERT_EQ(out[static_cast<std::size_t>(start + l)], at(l) + 1000 * at(l + 2 * reach))
                        << type << " reach " << reach << " item " << start + l;
            }
        }
}

// A called function contains a barrier. The kernel calls this function in a nested loop and under a uniform condition.
// The kernel has several returns, and a private array lives across all barriers.
TEST_P(Barriers, CalleeConditionAndReturns) {
    const std::uint64_t local = GetParam();
    const auto in = counting(local * 2);
    const auto out = run_on_ints(R"(
        int rotate_tile(local int* tile, int value) {
            int l = get_local_id(0), n = get_local_size(0);
            tile[l] = value;
            barrier(CLK_LOCAL_MEM_FENCE);
            int result = tile[(l + 1) % n];
            barrier(CLK_LOCAL_MEM_FENCE);
            return result;
        }
        kernel void k(global const int* in, global int* out) {
            local int tile[1024];
            int g = get_global_id(0);
            int history[5];
            int v = in[g];
            if (get_group_id(0) == 1) {
                for (int i = 0; i < 5; i++) {
                    for (int j = 0; j <= i; j++) v = rotate_tile(tile, v);
                    history[i] = v;
                }
                if (get_local_size(0) > 4) {
                    out[g] = history[get_local_id(0) % 5];
                    return;
                }
                v = rotate_tile(tile, history[2]);
            }
            out[g] = v;
        })",
                                 in, line(local * 2, local));
    for (std::size_t i = 0; i < in.size(); ++i) {
        const std::size_t l = i % local;
        const std::size_t start = i - l;
        std::size_t shift = 0;
        const std::size_t shifts[] = {1, 3, 6, 10, 15};
        if (start != 0) shift = local > 4 ? shifts[l % 5] : 7;
        EXPECT_EQ(out[i], in[start + (l + shift) % local]) << i;
    }
}

TEST_P(Barriers, SwitchInLoop) {
    const std::uint64_t local = GetParam();
    const auto in = counting(local);
    const auto out = run_on_ints(R"(
        kernel void k(global const int* in, global int* out) {
            local int tile[1024];
            int l = get_local_id(0), n = get_local_size(0), g = get_global_id(0);
            int v = in[g];
            for (int i = 0; i < 6; i++) {
                switch (i % 3) {
                case 0: v += i; break;
                case 1: tile[l] = v; barrier(CLK_LOCAL_MEM_FENCE); v = tile[n - 1 - l];
                        barrier(CLK_LOCAL_MEM_FENCE); break;
                default: if (i == 5) goto done; v *= 2;
                }
            }
        done:
            out[g] = v;
        })",
                                 in, line(local, local));
    // Effects of iterations 0 to 4: adds 0, mirrors, doubles, adds 3, mirrors.
    for (std::size_t i = 0; i < in.size(); ++i) EXPECT_EQ(out[i], in[i] * 2 + 3) << i;
}

// The second switch follows the first switch with and without a barrier in between. The block of the second switch thus
// belongs to two regions, and each of these regions evaluates the second switch separately.
TEST_P(Barriers, SwitchAfterSwitch) {
    constexpr char source[] = R"(
        kernel void k(global const uint* a, global uint* out, uint n, global const uint* b) {
            uint i = get_global_id(0);
            switch (n & 7) {
                case 10:
                case 11:
                case 4:
                case 0: out[i] = a[i * 8]; break;
                case 3:
                case 8: barrier(CLK_LOCAL_MEM_FENCE);
            }
            switch (b[1]) {
                default:
                    barrier(CLK_LOCAL_MEM_FENCE);
                    out[i] += a[i * 8];
                case 11:;
            }
        })";
    const std::uint64_t local = GetParam(), items = 2 * local;
    std::vector<std::uint32_t> a(items * 8);
    std::iota(a.begin(), a.end(), 1);
    for (const std::uint32_t n : {0, 3, 5})
        for (const std::uint32_t last : {2, 11}) {
            const std::uint32_t b[] = {0, last};
            std::vector<std::uint32_t> out(items, 7);
            run_kernel(source, "k", line(items, local),
                       ArgumentBlock().add(a.data()).add(out.data()).add(n).add<const std::uint32_t*>(b));
            for (std::uint64_t i = 0; i < items; ++i) {
                const std::uint32_t first = n == 0 ? a[i * 8] : 7;
                EXPECT_EQ(out[i], last == 11 ? first : first + a[i * 8]) << n << " " << last << " " << i;
            }
        }
}

INSTANTIATE_TEST_SUITE_P(LocalSizes, Barriers, testing::Values(1, 2, 3, 7, 16, 61, 256), NamedByValues());

TEST(BarrierShapes, ThreeDimensionsWithRemainder) {
    NDRange range;
    range.work_dim = 3;
    range.global_size = {5, 4, 3};
    range.local_size = {3, 2, 2};
    range.global_offset = {100, 10, 1};
    std::vector<std::int32_t> out(60, -1);
    ArgumentBlock arguments;
    arguments.add(out.data());
    RunOptions options;
    options.build_options = "-cl-std=CL3.0";
    run_kernel(R"(
        kernel void k(global int* out) {
            local int sum;
            if (get_local_id(0) + get_local_id(1) + get_local_id(2) == 0) sum = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            atomic_add(&sum, 1);
            barrier(CLK_LOCAL_MEM_FENCE);
            int x = get_global_id(0) - 100, y = get_global_id(1) - 10, z = get_global_id(2) - 1;
            out[(z * 4 + y) * 5 + x] = sum;
        })",
               "k", range, arguments, options);
    for (int z = 0; z < 3; ++z)
        for (int y = 0; y < 4; ++y)
            for (int x = 0; x < 5; ++x)
                EXPECT_EQ(out[static_cast<std::size_t>((z * 4 + y) * 5 + x)], (x < 3 ? 3 : 2) * 2 * (z < 2 ? 2 : 1));
}

}  // namespace
}  // namespace lanewise::test

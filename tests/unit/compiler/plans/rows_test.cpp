// Tests kernels whose rows run together (`k.rows`), for work-groups whose sizes are no multiples of the numbers of rows
// and lanes.
#include <gtest/gtest.h>

#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

struct Shape {
    std::uint64_t global[2];
    std::uint64_t local[2];
};

class Rows : public testing::TestWithParam<Shape> {
protected:
    NDRange range() const {
        NDRange range;
        range.work_dim = 2;
        for (unsigned d = 0; d < 2; ++d) {
            range.global_size[d] = GetParam().global[d];
            range.local_size[d] = GetParam().local[d];
        }
        return range;
    }

    // Computes the product of two matrices of (height x depth) and (depth x width) and checks the whole result.
    void check_product(const char* source, int depth, const char* plan) {
        const auto width = static_cast<int>(GetParam().global[0]), height = static_cast<int>(GetParam().global[1]);
        std::vector<float> a(static_cast<std::size_t>(height * depth)), b(static_cast<std::size_t>(depth * width)),
            c(static_cast<std::size_t>(height * width), -1);
        for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<float>(i % 7) - 3;
        for (std::size_t i = 0; i < b.size(); ++i) b[i] = static_cast<float>(i % 5) - 2;
        ArgumentBlock arguments;
        arguments.add(c.data()).add(a.data()).add(b.data()).add(width).add(depth);
        std::string summary;
        RunOptions options;
        options.build_options = "-cl-std=CL3.0";
        options.summary = &summary;
        run_kernel(source, "k", range(), arguments, options);
        EXPECT_NE(summary.find(plan), std::string::npos) << summary;
        for (int y = 0; y < height; ++y)
            for (int x = 0; x < width; ++x) {
                float sum = 0;
                for (int k = 0; k < depth; ++k)
                    sum += a[static_cast<std::size_t>(y * depth + k)] * b[static_cast<std::size_t>(k * width + x)];
                ASSERT_EQ(c[static_cast<std::size_t>(y * width + x)], sum) << x << ", " << y;
            }
    }
};

TEST_P(Rows, MatrixProduct) {
    check_product(R"(
        kernel void k(global float* c, global const float* a, global const float* b, int n, int depth) {
            int x = get_global_id(0), y = get_global_id(1);
            float sum = 0;
            for (int k = 0; k < depth; k++) sum += a[y * depth + k] * b[k * n + x];
            c[y * n + x] = sum;
        })",
                  19, " rows");
}

// Each row takes a path that depends on its own id. Such rows must not run together.
TEST_P(Rows, GuardedMatrixProduct) {
    check_product(R"(
        kernel void k(global float* c, global const float* a, global const float* b, int n, int depth) {
            int x = get_global_id(0), y = get_global_id(1);
            if (y % 3 == 1) {
                float sum = 0;
                for (int k = 0; k < depth; k++) sum += a[y * depth + k] * b[k * n + x];
                c[y * n + x] = sum;
            } else {
                float sum = 0;
                for (int k = depth - 1; k >= 0; k--) sum += a[y * depth + k] * b[k * n + x];
                c[y * n + x] = sum;
            }
        })",
                  11, " lanes");
}

TEST_P(Rows, BarriersAndLocalMemory) {
    check_product(R"(
        kernel void k(global float* c, global const float* a, global const float* b, int n, int depth) {
            local float tile[4][64];
            int x = get_global_id(0), y = get_global_id(1), lx = get_local_id(0);
            int ly = get_local_id(1), height = get_local_size(1);
            float sum = 0;
            for (int first = 0; first < depth; first += 4) {
                for (int k = ly; k < 4; k += height) tile[k][lx] = b[(first + k) * n + x];
                barrier(CLK_LOCAL_MEM_FENCE);
                for (int k = 0; k < 4; k++) sum += a[y * depth + first + k] * tile[k][lx];
                barrier(CLK_LOCAL_MEM_FENCE);
            }
            c[y * n + x] = sum;
        })",
                  8, " rows");
}

INSTANTIATE_TEST_SUITE_P(Shapes, Rows,
                         testing::Values(Shape{{64, 16}, {16, 16}}, Shape{{50, 21}, {50, 21}}, Shape{{96, 20}, {32, 8}},
                                         Shape{{33, 9}, {16, 8}}, Shape{{8, 8}, {8, 8}}, Shape{{64, 3}, {64, 1}},
                                         Shape{{40, 17}, {7, 5}}),
                         [](const auto& info) {
                             const auto text = [](const std::uint64_t (&sizes)[2]) {
                                 return std::to_string(sizes[0]) + "x" + std::to_string(sizes[1]);
                             };
                             return text(info.param.global) + "_by_" + text(info.param.local);
                         });

}  // namespace
}  // namespace lanewise::test

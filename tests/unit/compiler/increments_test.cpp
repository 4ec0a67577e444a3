// Tests accesses to vectors and matrices whose strides are kernel arguments, as in BLAS. The strides of vectors are
// called increments. The code tests at run time whether an increment is 1 (loop versioning). Each work-item must access
// its own element for any increment.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr std::uint32_t widths[] = {1, 8, 16, 0};
constexpr int items = 77;

// Checks that each work-item accesses the right element of `a`. `index` is an expression of the global id g, the limit
// n, the index o of element 0 and the increment s.
template <class T>
void check_elements(const Typed<T>& type, const std::string& index, const std::vector<int>& increments) {
    const std::string name = type.name;
    const std::string source = "kernel void k(global const int* a, global int* b, " + name + " n, " + name + " o, " +
                               name + " s) { " + name + " g = get_global_id(0); if (g % 9 != 4 && g < n)" + " b[" +
                               index + "] = a[" + index + "] * 2 + (int)g; }";
    for (const std::uint32_t lanes : widths)
        for (const char* limit : {"", "sse2"})
            for (const int increment : increments) {
                std::vector<int> a(600), b(600, -1), expected(600, -1);
                for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 7919 % 1000);
                const int start = increment < 0 ? 300 : 11;
                for (int g = 0; g < items - 3; ++g) {
                    if (g % 9 == 4) continue;
                    const auto at = static_cast<std::size_t>(start + g * increment);
                    expected[at] = a[at] * 2 + g;
                }
                RunOptions options;
                options.vector_width = lanes;
                options.target_limit = limit;
                run_kernel(source, "k", line(items, 77),
                           ArgumentBlock()
                               .add(a.data())
                               .add(b.data())
                               .add(static_cast<T>(items - 3))
                               .add(static_cast<T>(start))
                               .add(static_cast<T>(increment)),
                           options);
                ASSERT_EQ(b, expected) << name << ' ' << index << ", by " << increment << ", " << lanes << " lanes";
            }
}

TEST(Increments, OfAllTypes) {
    check_elements(Typed<std::int32_t>{"int"}, "g * s + o", {1, 2, 3, -1, -2});
    check_elements(Typed<std::uint32_t>{"uint"}, "o + s * g", {1, 2, 5});
    check_elements(Typed<std::int64_t>{"long"}, "o + g * s", {1, 2, -1});
    check_elements(Typed<std::uint64_t>{"ulong"}, "g * s + o", {1, 3});
    check_elements(Typed<std::int32_t>{"int"}, "(long)(g * s) + o", {1, 2, -1});
    check_elements(Typed<std::uint32_t>{"uint"}, "(ulong)(g * s) + o", {1, 4});
}

// Accesses a two-dimensional array whose two strides are known only at run time; either stride may be 1. Also sums
// every sx-th element of the array.
TEST(Increments, OfSeveralDimensions) {
    const char* source =
        "kernel void k(global const int* a, global int* b, global int* sums, int sx, int sy, int n) {"
        " int x = get_global_id(0), y = get_global_id(1); b[x * sx + y * sy] = a[y * sy + x * sx] + x;"
        " int sum = 0; for (int i = x; i < n; i += get_global_size(0)) sum += a[i * sx] * (y + 1);"
        " sums[y * get_global_size(0) + x] = sum; }";
    constexpr int width = 20, height = 6, n = 50;
    for (const std::uint32_t lanes : widths)
        for (const auto& [sx, sy] : {std::pair{1, 20}, std::pair{6, 1}, std::pair{2, 40}}) {
            std::vector<int> a(400), b(400, -1), expected(400, -1), sums(width * height, -1), expected_sums;
            for (std::size_t i = 0; i < a.size(); ++i) a[i] = static_cast<int>(i * 7919 % 1000);
            for (int y = 0; y < height; ++y)
                for (int x = 0; x < width; ++x) {
                    const auto at = static_cast<std::size_t>(x * sx + y * sy);
                    expected[at] = a[at] + x;
                    int sum = 0;
                    for (int i = x; i < n; i += width) sum += a[static_cast<std::size_t>(i * sx)] * (y + 1);
                    expected_sums.push_back(sum);
                }
            NDRange range;
            range.work_dim = 2;
            range.global_size[0] = range.local_size[0] = width;
            range.global_size[1] = range.local_size[1] = height;
            RunOptions options;
            options.vector_width = lanes;
            run_kernel(source, "k", range,
                       ArgumentBlock().add(a.data()).add(b.data()).add(sums.data()).add(sx).add(sy).add(n), options);
            ASSERT_EQ(b, expected) << lanes << " lanes, by " << sx;
            ASSERT_EQ(sums, expected_sums) << lanes << " lanes, by " << sx;
        }
}

}  // namespace
}  // namespace lanewise::test

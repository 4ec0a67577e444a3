// Tests fmin and fmax in each code sequence that the compiler chooses (machine/short_min_max.h). If one operand is NaN,
// the result is the other operand; if both are NaN, the result is NaN.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

template <typename T>
std::vector<T> special_values() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{0,
                          1,
                          -1,
                          T(2.5),
                          T(-2.5),
                          Limits::max(),
                          Limits::lowest(),
                          Limits::infinity(),
                          -Limits::infinity(),
                          Limits::quiet_NaN(),
                          -Limits::quiet_NaN(),
                          Limits::min(),
                          -Limits::min(),
                          Limits::signaling_NaN(),
                          T(1e10),
                          T(-1e10)};
    return values;
}

template <typename T>
void expect_same(T found, T expected, T a, T b) {
    if (std::isnan(expected))
        ASSERT_TRUE(std::isnan(found)) << found << " of " << a << " and " << b;
    else
        ASSERT_EQ(found, expected) << "of " << a << " and " << b;
}

class MinMax : public testing::TestWithParam<std::tuple<const char*, std::uint32_t>> {
protected:
    /// Runs a kernel on all pairs of special values. Each pair gives four results: fmin and fmax of the loaded values x
    /// and y, and of the computed values x / 2 and y / 2.
    template <typename T>
    void check(const std::string& type) {
        const auto [limit, lanes] = GetParam();
        std::vector<T> a, b;
        for (const T x : special_values<T>())
            for (const T y : special_values<T>()) {
                a.push_back(x);
                b.push_back(y);
            }
        const std::size_t count = a.size();
        std::vector<T> results(4 * count);
        RunOptions options;
        options.target_limit = limit;
        options.vector_width = lanes;
        options.build_options = "-DT=" + type;
        run_kernel(
            "kernel void k(global T* r, global const T* a, global const T* b, ulong n) { size_t i = get_global_id(0);"
            " T x = a[i], y = b[i], s = x / 2, t = y / 2;"
            " r[i] = fmin(x, y); r[n + i] = fmax(x, y); r[2 * n + i] = fmin(s, t); r[3 * n + i] = fmax(s, t); }",
            "k", line(count, 64),
            ArgumentBlock().add(results.data()).add(a.data()).add(b.data()).add(std::uint64_t{count}), options);
        for (std::size_t i = 0; i < count; ++i) {
            const T x = a[i], y = b[i];
            // Does not call the host's fmin, which returns NaN for signaling NaNs.
            const T low = std::isnan(x) ? y : std::isnan(y) || x < y ? x : y;
            const T high = std::isnan(x) ? y : std::isnan(y) || x > y ? x : y;
            expect_same(results[i], low, x, y);
            expect_same(results[count + i], high, x, y);
            expect_same(results[2 * count + i], low / 2, x / 2, y / 2);
            expect_same(results[3 * count + i], high / 2, x / 2, y / 2);
        }
    }
};

TEST_P(MinMax, OfFloats) { check<float>("float"); }
TEST_P(MinMax, OfDoubles) { check<double>("double"); }

// Each work-item computes the maximum and the minimum of one column of a matrix. The loop starts with a constant, with
// a loaded value, or with a computed value.
TEST_P(MinMax, OfColumns) {
    const auto [limit, lanes] = GetParam();
    constexpr std::size_t width = 50, height = 40;
    std::vector<float> in(width * height), out(6 * width);
    const std::vector<float> values = special_values<float>();
    for (std::size_t i = 0; i < in.size(); ++i) in[i] = values[(i * 2654435761u >> 7) % values.size()];
    for (std::size_t i = 0; i < width; i += 7)  // some columns contain only NaN
        for (std::size_t row = 0; row < height; ++row) in[row * width + i] = NAN;
    RunOptions options;
    options.target_limit = limit;
    options.vector_width = lanes;
    run_kernel(
        "kernel void k(global const float* in, global float* out, int w, int h) { size_t i = get_global_id(0);"
        " float a = -2.0f, b = 2.0f, c = in[i], d = in[i], e = in[i] * 0.5f, f = in[i] * 0.5f;"
        " for (int j = 1; j < h; ++j) { float x = in[j * w + i];"
        " a = fmax(a, x); b = fmin(x, b); c = fmax(c, x); d = fmin(d, x);"
        " e = fmax(e, x * 0.5f); f = fmin(x * 0.5f, f); }"
        " out[i] = a; out[i + w] = b; out[i + 2 * w] = c; out[i + 3 * w] = d; out[i + 4 * w] = e; out[i + 5 * w] = f; "
        "}",
        "k", line(width, 50), ArgumentBlock().add(in.data()).add(out.data()).add(int{width}).add(int{height}), options);
    for (std::size_t i = 0; i < width; ++i) {
        float high = NAN, low = NAN;
        for (std::size_t row = 0; row < height; ++row) {
            const float x = in[row * width + i];
            if (std::isnan(x)) continue;
            if (!(high >= x)) high = x;
            if (!(low <= x)) low = x;
        }
        const float first = in[i];
        const auto later = [&](float start, bool is_greatest) {
            for (std::size_t row = 1; row < height; ++row) {
                const float x = in[row * width + i];
                if (is_greatest ? x > start : x < start) start = x;
            }
            return start;
        };
        expect_same(out[i], later(-2, true), first, 0.0f);
        expect_same(out[i + width], later(2, false), first, 0.0f);
        expect_same(out[i + 2 * width], high, first, 0.0f);
        expect_same(out[i + 3 * width], low, first, 0.0f);
        expect_same(out[i + 4 * width], high * 0.5f, first, 0.0f);
        expect_same(out[i + 5 * width], low * 0.5f, first, 0.0f);
    }
}

INSTANTIATE_TEST_SUITE_P(All, MinMax,
                         testing::Combine(testing::Values("", "avx2", "sse2"), testing::Values(0, 1, 8, 64)),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test

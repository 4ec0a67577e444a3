// Tests quotients under -cl-fast-relaxed-math: they are within 2.5 ulp for every vector width.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

// Returns the distance of `value` from `exact`, in ulp of the float nearest to `exact`.
double ulps_off(float value, double exact) {
    const auto nearest = static_cast<float>(exact);
    const double ulp = std::nextafter(std::fabs(nearest), INFINITY) - std::fabs(nearest);
    return std::fabs(static_cast<double>(value) - exact) / ulp;
}

std::vector<float> random_floats(std::size_t count, unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<float> mantissa(1, 2);
    std::vector<float> result(count);
    for (float& value : result) value = std::ldexp(mantissa(random), static_cast<int>(random() % 100) - 50);
    return result;
}

class RelaxedDivision : public testing::TestWithParam<std::tuple<const char*, std::uint32_t, const char*>> {};

TEST_P(RelaxedDivision, IsWithinTwoAndAHalfUlp) {
    const auto [limit, lanes, type] = GetParam();
    constexpr std::size_t count = 1 << 16;
    const std::vector<float> a = random_floats(count, 1), b = random_floats(count, 2);
    std::vector<float> quotients(count), reciprocals(count);
    const std::string source =
        "kernel void k(global T* q, global T* r, global const T* a, global const T* b) {"
        " size_t i = get_global_id(0); q[i] = a[i] / b[i]; r[i] = 1.0f / b[i]; }";
    RunOptions options;
    options.target_limit = limit;
    options.vector_width = lanes;
    options.build_options = std::string("-cl-fast-relaxed-math -DT=") + type;
    const std::size_t items = count / (std::string_view(type) == "float" ? 1 : 2);
    run_kernel(source, "k", line(items, 64),
               ArgumentBlock().add(quotients.data()).add(reciprocals.data()).add(a.data()).add(b.data()), options);
    for (std::size_t i = 0; i < count; ++i) {
        ASSERT_LE(ulps_off(quotients[i], static_cast<double>(a[i]) / b[i]), 2.5) << a[i] << " / " << b[i];
        ASSERT_LE(ulps_off(reciprocals[i], 1.0 / b[i]), 2.5) << "1 / " << b[i];
    }
}

INSTANTIATE_TEST_SUITE_P(All, RelaxedDivision,
                         testing::Combine(testing::Values("", "avx2", "sse2"), testing::Values(0, 1, 8, 16),
                                          testing::Values("float", "float2")),
                         NamedByValues());

}  // namespace
}  // namespace lanewise::test

// Tests powers whose exponent or base is known at compile time, including the edge cases of pow. The error is at most 8
// ulp, while OpenCL allows 16 (OpenCL C 3.0, section 7.4).
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "run_kernel.h"
#include "test_names.h"

namespace lanewise::test {
namespace {

template <class T>
std::vector<T> numbers() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values{0,
                          T(-0.0),
                          1,
                          -1,
                          2,
                          -2,
                          T(3.5),
                          T(-3.5),
                          T(.1),
                          T(-1e-5),
                          T(1e10),
                          Limits::infinity(),
                          -Limits::infinity(),
                          Limits::quiet_NaN(),
                          Limits::max(),
                          -Limits::max(),
                          Limits::min(),
                          -Limits::min(),
                          Limits::denorm_min(),
                          -Limits::denorm_min()};
    for (int i = 0; i < 200; ++i) values.push_back(static_cast<T>(std::pow(-1.3, i % 61 - 30) * (1 + i * .01)));
    return values;
}

template <class T>
bool is_near(T a, T b) {
    if (std::isnan(b) || std::isinf(b) || b == 0)
        return std::isnan(b) ? std::isnan(a) : a == b && std::signbit(a) == std::signbit(b);
    return std::abs(a - b) <= 8 * (std::nextafter(std::abs(b), std::numeric_limits<T>::infinity()) - std::abs(b));
}

// Compares the results of `call` for a[i] with the results of C++.
template <class T>
void check(const std::string& type, const std::string& call, const auto& expected) {
    const std::vector<T> values = numbers<T>();
    std::vector<T> out(values.size());
    const std::string source = "kernel void k(global const " + type + "* a, global " + type +
                               "* out) { int i = get_global_id(0); " + type + " x = a[i]; out[i] = " + call + "; }";
    run_kernel(source, "k", line(values.size(), values.size()),
               ArgumentBlock().add(const_cast<T*>(values.data())).add(out.data()));
    for (std::size_t i = 0; i < values.size(); ++i)
        EXPECT_TRUE(is_near(out[i], expected(values[i]))) << call << " of " << values[i] << " is " << out[i];
}

constexpr double exponents[] = {-4, -3, -2, -1, -.5, 0, .5, 1, 1.5, 2, 2.5, 3, 4, 5, 6, 7, 8};

TEST(ExpandPow, OfFloats) {
    for (const double exponent : exponents)
        check<float>("float", "pow(x, (float)" + std::to_string(exponent) + ")",
                     [&](double x) { return static_cast<float>(std::pow(x, exponent)); });
}

TEST(ExpandPow, OfDoubles) {
    for (const double exponent : exponents)
        check<double>("double", "pow(x, " + std::to_string(exponent) + ")", [&](long double x) {
            return static_cast<double>(std::pow(x, static_cast<long double>(exponent)));
        });
}

TEST(ExpandPow, OfIntegers) {
    for (int exponent = -4; exponent <= 8; ++exponent) {
        const std::string call = "pown(x, " + std::to_string(exponent) + ")";
        check<float>("float", call, [&](double x) { return static_cast<float>(std::pow(x, exponent)); });
    }
}

TEST(ExpandPow, OfKnownBases) {
    check<float>("float", "pow(2.0f, x)", [](double x) { return static_cast<float>(std::pow(2., x)); });
    check<float>("float", "pow(10.0f, x)", [](double x) { return static_cast<float>(std::pow(10., x)); });
    check<double>("double", "pow(2.0, x)", [](long double x) { return static_cast<double>(std::pow(2.L, x)); });
}

}  // namespace
}  // namespace lanewise::test

// Tests the math functions of half (cl_khr_fp16): unary functions on all values, and other functions on pairs of
// values. OpenCL allows errors of 2 to 4 ulp (section 7.4), but only 1 ulp for rsqrt. This test allows 1 ulp, but only
// little more than half an ulp for functions that are computed in float and for powers of moderate size.
#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "half_reference.h"
#include "run_kernel.h"

namespace lanewise::test {
namespace {

constexpr unsigned values = 65536;
constexpr double limit = 1, float_limit = 0.51;  // maximum errors in ulp
const double pi = std::acos(-1.0);

struct Function {
    const char* expression;  // call in OpenCL C, with arguments x, y and the integer n
    double (*reference)(double x, double y, int n);
};

double turn_sine(double x) { return std::sin(pi * std::remainder(x, 2)); }
double turn_cosine(double x) { return turn_sine(0.5 - std::fabs(std::remainder(x, 2))); }
double turn_tangent(double x) {
    const double turns = std::remainder(x, 2), sine = turn_sine(x), size = std::fabs(turns);
    if (size == 0.5) return std::copysign(HUGE_VAL, turns);
    // "tanpi(+-0) and tanpi(+-n) for even n are zeros of that sign, for odd n of the other."
    if (size == 0 || size == 1) return size == 0 ? std::copysign(0, x) : -std::copysign(0, x);
    return sine / turn_cosine(x);
}
double odd_root(double x, double n) { return std::copysign(std::pow(std::fabs(x), 1 / n), x); }

const std::vector<Function> functions = {
    {"acos(x)", [](double x, double, int) { return std::acos(x); }},
    {"acosh(x)", [](double x, double, int) { return std::acosh(x); }},
    {"acospi(x)", [](double x, double, int) { return std::acos(x) / pi; }},
    {"asin(x)", [](double x, double, int) { return std::asin(x); }},
    {"asinh(x)", [](double x, double, int) { return std::asinh(x); }},
    {"asinpi(x)", [](double x, double, int) { return std::asin(x) / pi; }},
    {"atan(x)", [](double x, double, int) { return std::atan(x); }},
    {"atanh(x)", [](double x, double, int) { return std::atanh(x); }},
    {"atanpi(x)", [](double x, double, int) { return std::atan(x) / pi; }},
    {"cbrt(x)", [](double x, double, int) { return std::cbrt(x); }},
    {"cos(x)", [](double x, double, int) { return std::cos(x); }},
    {"cosh(x)", [](double x, double, int) { return std::cosh(x); }},
    {"cospi(x)", [](double x, double, int) { return turn_cosine(x); }},
    {"erf(x)", [](double x, double, int) { return std::erf(x); }},
    {"erfc(x)", [](double x, double, int) { return std::erfc(x); }},
    {"exp(x)", [](double x, double, int) { return std::exp(x); }},
    {"exp10(x)", [](double x, double, int) { return std::pow(10, x); }},
    {"exp2(x)", [](double x, double, int) { return std::exp2(x); }},
    {"expm1(x)", [](double x, double, int) { return std::expm1(x); }},
    {"log(x)", [](double x, double, int) { return std::log(x); }},
    {"log10(x)", [](double x, double, int) { return std::log10(x); }},
    {"log1p(x)", [](double x, double, int) { return std::log1p(x); }},
    {"log2(x)", [](double x, double, int) { return std::log2(x); }},
    {"logb(x)", [](double x, double, int) { return std::logb(x); }},
    {"rsqrt(x)", [](double x, double, int) { return 1 / std::sqrt(x); }},
    {"sin(x)", [](double x, double, int) { return std::sin(x); }},
    {"sinh(x)", [](double x, double, int) { return std::sinh(x); }},
    {"sinpi(x)", [](double x, double, int) { return turn_sine(x); }},
    {"tan(x)", [](double x, double, int) { return std::tan(x); }},
    {"tanh(x)", [](double x, double, int) { return std::tanh(x); }},
    {"tanpi(x)", [](double x, double, int) { return turn_tangent(x); }},
    {"tgamma(x)", [](double x, double, int) { return std::tgamma(x); }},
    {"atan2(x, y)", [](double x, double y, int) { return std::atan2(x, y); }},
    {"atan2pi(x, y)", [](double x, double y, int) { return std::atan2(x, y) / pi; }},
    {"hypot(x, y)", [](double x, double y, int) { return std::hypot(x, y); }},
    {"fmod(x, y)", [](double x, double y, int) { return std::fmod(x, y); }},
    {"remainder(x, y)", [](double x, double y, int) { return std::remainder(x, y); }},
    {"pow(x, y)", [](double x, double y, int) { return std::pow(x, y); }},
    {"powr(fabs(x), y)", [](double x, double y, int) { return std::pow(std::fabs(x), y); }},
    {"pown(x, n)", [](double x, double, int n) { return std::pow(x, n); }},
    {"rootn(x, 2 * n + 1)", [](double x, double, int n) { return odd_root(x, 2 * n + 1); }},
    {"ldexp(x, n)", [](double x, double, int n) { return std::ldexp(x, n); }},
    {"ldexp(x, n << 26)", [](double x, double, int n) { return std::ldexp(x, n * (1 << 26)); }},
    {"(half)ilogb(x)", [](double x, double, int) { return static_cast<double>(std::ilogb(x)); }},
    {"degrees(x)", [](double x, double, int) { return x * 180 / pi; }},
    {"radians(x)", [](double x, double, int) { return x * pi / 180; }},
};

/// Returns whether the test skips these arguments. The test skips results that C and OpenCL define differently, and
/// results whose error cannot be measured in ulp.
bool is_special(const std::string& name, double x, double y) {
    if (name.starts_with("powr")) return x == 0 || x == 1 || std::isinf(x) || std::isnan(x) || std::isnan(y);
    return name == "(half)ilogb(x)" && (x == 0 || !std::isfinite(x));
}

/// Returns the error of `got` in ulp of half. The error is infinite if exactly one of `got` and `exact` is NaN, or if
/// both are zeros with different signs.
double error_of(HalfBits got, double exact) {
    const double value = value_of(got);
    if (same(got, half_of(exact))) return 0;
    if (std::isnan(exact) || std::isnan(value)) return HUGE_VAL;
    if (exact == 0 && value == 0) return HUGE_VAL;  // zeros of different signs are not the same
    if (std::isinf(value)) return std::fabs(std::copysign(65536, value) - exact) / half_ulp_size(65504);
    return std::fabs(value - exact) / half_ulp_size(exact);
}

/// Returns whether the builtins of `expression` are computed in float.
bool is_of_float(const std::string& expression) {
    for (const char* name : {"ldexp", "fmod", "remainder", "logb", "ilogb", "degrees", "radians"})
        if (expression.find(name) != std::string::npos) return true;
    return false;
}

/// Returns the largest permitted error of `expression` in ulp, where `exact` is the exact result.
double limit_of(const std::string& expression, double exact) {
    if (is_of_float(expression)) return float_limit;
    // Users compare powers of small whole numbers with correctly rounded powers.
    const bool is_moderate_power =
        expression.starts_with("pow") && std::fabs(exact) > 1 / 16.0 && std::fabs(exact) < 16;
    return is_moderate_power ? 0.54 : limit;
}

struct Lanes {
    std::uint32_t vector_width;
    std::string_view target_limit;
};

/// Returns a second argument: random bits, a small multiple of 0.5, or a special value for pow and atan2.
HalfBits second_argument(std::mt19937& random) {
    constexpr HalfBits special[] = {0x0000, 0x8000, 0x3c00, 0xbc00, 0x7c00, 0xfc00, 0x7e00, 0x0001, 0x7bff};
    const auto bits = static_cast<HalfBits>(random());
    const unsigned kind = random() % 4;
    if (kind == 0) return special[bits % std::size(special)];
    return kind == 1 ? half_of(static_cast<std::int16_t>(bits) % 64 / 2.0) : bits;
}

/// Checks all functions on all values of half as first argument. `seed` determines the second arguments.
void check_functions(const Lanes& run, unsigned seed) {
    std::string source =
        "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
        "kernel void k(global const half* ys, global const int* ns, global half* out) {\n"
        "  size_t i = get_global_id(0); half x = as_half((ushort)i), y = ys[i]; int n = ns[i];\n";
    for (std::size_t k = 0; k < functions.size(); ++k)
        source += "  out[" + std::to_string(k * values) + " + i] = " + functions[k].expression + ";\n";
    source += "}\n";
    std::mt19937 random(seed);
    std::vector<HalfBits> y(values), out(values * functions.size());
    std::vector<std::int32_t> n(values);
    for (unsigned i = 0; i < values; ++i) {
        y[i] = second_argument(random);
        n[i] = static_cast<int>(random() % 64) - 32;
    }
    ArgumentBlock arguments;
    arguments.add(y.data()).add(n.data()).add(out.data());
    run_kernel(source, "k", line(values, 1024), arguments,
               {.vector_width = run.vector_width, .target_limit = std::string(run.target_limit)});
    for (std::size_t k = 0; k < functions.size(); ++k)
        for (unsigned i = 0; i < values; ++i) {
            const double x = value_of(static_cast<HalfBits>(i)), second = value_of(y[i]);
            const std::string name = functions[k].expression;
            if (is_special(name, x, second)) continue;
            const double exact = functions[k].reference(x, second, n[i]);
            const HalfBits got = out[k * values + i];
            ASSERT_LE(error_of(got, exact), limit_of(name, exact))
                << name << " of " << x << ", " << second << ", " << n[i] << ": " << value_of(got) << ", not " << exact;
        }
}

TEST(HalfMath, IsWithinAnUlp) {
    constexpr Lanes runs[] = {{0, ""}, {1, ""}, {8, "avx2"}, {16, "sse2"}};
    for (unsigned i = 0; i < std::size(runs); ++i) {
        SCOPED_TRACE(std::to_string(runs[i].vector_width) + " " + std::string(runs[i].target_limit));
        check_functions(runs[i], i);
    }
}

TEST(HalfMath, SecondResults) {
    const std::string source = R"(
        #pragma OPENCL EXTENSION cl_khr_fp16 : enable
        kernel void k(global const half* ys, global half* out, global int* ints) {
            size_t i = get_global_id(0), n = get_global_size(0); half x = as_half((ushort)i), second; int whole;
            out[i] = fract(x, &second); out[n + i] = second;
            out[2 * n + i] = modf(x, &second); out[3 * n + i] = second;
            out[4 * n + i] = sincos(x, &second); out[5 * n + i] = second;
            out[6 * n + i] = frexp(x, &whole); ints[i] = whole;
            out[7 * n + i] = remquo(x, ys[i], &whole); ints[n + i] = whole;
            out[8 * n + i] = lgamma_r(x, &whole); ints[2 * n + i] = whole;
            out[9 * n + i] = nextafter(x, ys[i]);
            out[10 * n + i] = nan((ushort)i);
        })";
    std::mt19937 random(6);
    std::vector<HalfBits> y(values), out(11 * values);
    std::vector<std::int32_t> ints(3 * values);
    for (HalfBits& other : y) other = static_cast<HalfBits>(random());
    ArgumentBlock arguments;
    arguments.add(y.data()).add(out.data()).add(ints.data());
    run_kernel(source, "k", line(values, 1024), arguments);
    for (unsigned i = 0; i < values; ++i) {
        const auto result = [&](unsigned k) { return out[k * values + i]; };
        const auto half = static_cast<HalfBits>(i);
        const double x = value_of(half), second = value_of(y[i]);
        EXPECT_TRUE(is_nan(result(10)));
        if (is_nan(half)) continue;
        // "fract returns fmin(x - floor(x), the greatest value below 1)."
        const double rest = std::isinf(x) ? std::copysign(0, x) : std::copysign(x - std::floor(x), x == 0 ? x : 1.0);
        EXPECT_EQ(value_of(result(0)), std::min(value_of(half_of(rest)), value_of(0x3bff))) << x;
        EXPECT_EQ(value_of(result(1)), std::floor(x)) << x;
        double whole = 0;
        EXPECT_EQ(result(2), half_of(std::modf(x, &whole))) << x;
        EXPECT_EQ(value_of(result(3)), whole) << x;
        EXPECT_LE(error_of(result(4), std::sin(x)), limit) << x;
        EXPECT_LE(error_of(result(5), std::cos(x)), limit) << x;
        int exponent = 0, quotient = 0;
        EXPECT_EQ(result(6), half_of(std::frexp(x, &exponent))) << x;
        if (std::isfinite(x)) {
            EXPECT_EQ(ints[i], exponent) << x;
        }
        const double remainder = std::remquo(x, second, &quotient);
        EXPECT_TRUE(same(result(7), half_of(remainder))) << x << ' ' << second;
        if (!std::isnan(remainder)) {
            EXPECT_EQ((ints[values + i] - quotient) % 8, 0) << x << ' ' << second;
        }
        EXPECT_LE(error_of(result(8), std::lgamma(x)), float_limit) << x;
        if (std::isnan(second) || x == second) continue;
        const int step = (second > x) == (x > 0) ? 1 : -1;
        const HalfBits after_zero = second > 0 ? 0x0001 : 0x8001;
        const auto neighbour = static_cast<HalfBits>(i + static_cast<unsigned>(step));
        EXPECT_EQ(result(9), x == 0 ? after_zero : neighbour) << x << ' ' << second;
    }
}

}  // namespace
}  // namespace lanewise::test

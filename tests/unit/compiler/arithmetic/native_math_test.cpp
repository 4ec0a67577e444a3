// Tests the native_ and half_ functions of float whose code is shorter than the code of the ordinary functions. OpenCL
// C 3.0, 7.4, allows half_ functions 8192 ulp and leaves the error of native_ functions to the implementation. This
// test allows native_ functions a relative error of 2^-18, and sine and cosine also an absolute error of 2^-18.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

struct Function {
    const char* name;
    double (*reference)(double x);
    bool is_angle = false;
};

const Function functions[] = {
    {"cos", [](double x) { return std::cos(x); }, true},
    {"exp", [](double x) { return std::exp(x); }},
    {"exp2", [](double x) { return std::exp2(x); }},
    {"exp10", [](double x) { return std::pow(10, x); }},
    {"log", [](double x) { return std::log(x); }},
    {"log2", [](double x) { return std::log2(x); }},
    {"log10", [](double x) { return std::log10(x); }},
    {"sin", [](double x) { return std::sin(x); }, true},
    {"powr(x, 1.5f)", [](double x) { return x < 0 ? NAN : std::pow(x, 1.5); }},
};

constexpr std::size_t values = 1 << 18;

std::vector<float> arguments() {
    std::vector<float> x(values);
    for (std::size_t i = 0; i < values; ++i) x[i] = std::bit_cast<float>(static_cast<std::uint32_t>(i * 16381));
    return x;
}

std::vector<float> run(const Function& function, const std::string& prefix, const std::vector<float>& x,
                       const RunOptions& options) {
    const std::string name = function.name;
    const std::string call = prefix + (name.ends_with(")") ? name : name + "(x)");
    const std::string source =
        "kernel void k(global const float* xs, global float* out) { size_t i = get_global_id(0); "
        "float x = xs[i]; out[i] = " +
        call + "; }";
    std::vector<float> result(values);
    ArgumentBlock block;
    block.add(x.data()).add(result.data());
    run_kernel(source, "k", line(values, 1024), block, options);
    return result;
}

/// Returns whether the error of `got` is at most `relative` * |exact| + `absolute`.
bool is_near(float got, double exact, double relative, double absolute) {
    const auto rounded = static_cast<float>(exact);
    if (std::isnan(exact)) return std::isnan(got);
    if (std::isinf(exact)) return got == rounded;
    // A result near the end of float's range may become infinite, or stay finite, within the allowed error.
    if (std::isinf(rounded) || std::isinf(got))
        return std::fabs(exact) * (1 + relative) >= 0x1p128 && std::fabs(got) >= 0x1p127;
    return std::fabs(got - exact) <= std::fabs(exact) * relative + absolute + 0x1p-149;
}

void check(const std::string& target_limit) {
    const std::vector<float> x = arguments();
    for (const Function& function : functions) {
        const std::vector<float> native = run(function, "native_", x, {.target_limit = target_limit});
        const std::vector<float> half = run(function, "half_", x, {.target_limit = target_limit});
        for (std::size_t i = 0; i < values; ++i) {
            if (function.is_angle && std::fabs(x[i]) > 0x1p17f) {
                ASSERT_TRUE(!(std::fabs(native[i]) > 1)) << "native_" << function.name << " of " << x[i];
                continue;
            }
            const double exact = function.reference(x[i]);
            const double size = std::isfinite(exact) ? std::fabs(exact) : 0;
            // The native_ power functions compute 2^e and round e to float, so that the error grows with the size of e.
            const double of_exponent = size > 0 ? std::fabs(std::log2(size)) * 0x1p-23 : 0;
            ASSERT_TRUE(is_near(native[i], exact, 0x1p-18 + of_exponent, function.is_angle ? 0x1p-18 : 0))
                << "native_" << function.name << " of " << x[i] << ": " << native[i] << ", not " << exact;
            if (function.is_angle && !(std::fabs(x[i]) <= 0x1p16)) continue;
            ASSERT_TRUE(is_near(half[i], exact, 8192 * 0x1p-24, 0))
                << "half_" << function.name << " of " << x[i] << ": " << half[i] << ", not " << exact;
        }
    }
}

/// Returns the ulp of float at `value`: the distance between adjacent floats.
double float_ulp(double value) { return std::ldexp(1, std::max(std::ilogb(value), -126) - 23); }

/// Returns the maximum error of `function` at x under fast relaxed math (OpenCL C 3.0, section 7.4).
double relaxed_limit(const std::string& function, double x, double exact) {
    if (function == "sin" || function == "cos") return 0x1p-11;
    if (function == "exp" || function == "exp2") return (3 + std::floor(std::fabs(2 * x))) * float_ulp(exact);
    if (function == "exp10" || function.starts_with("powr")) return 8192 * float_ulp(exact);
    return x >= 0.5 && x <= 2 ? 0x1p-21 : 3 * float_ulp(exact);
}

TEST(NativeMath, RelaxedMathIsWithinItsLimits) {
    std::vector<float> x = arguments();
    for (std::size_t i = 0; i < values; i += 2) x[i] = static_cast<float>(i) * 0x1p-16f;  // numbers from 0 to 4
    for (const Function& function : functions) {
        const std::vector<float> got = run(function, "", x, {.build_options = "-cl-fast-relaxed-math"});
        for (std::size_t i = 0; i < values; ++i) {
            const double exact = function.reference(x[i]);
            const double size = std::fabs(exact);
            if (!std::isfinite(x[i]) || !(size >= 0x1p-126 && size < 0x1p127)) continue;
            if (function.is_angle && std::fabs(x[i]) > 3.14159265f) continue;
            ASSERT_LE(std::fabs(got[i] - exact), relaxed_limit(function.name, x[i], exact))
                << function.name << " of " << x[i] << ": " << got[i] << ", not " << exact;
        }
    }
}

/// Inverse functions, sinh and erf, with the maximum error of each in ulp. OpenCL defines relaxed asinh and acosh by a
/// formula of log and sqrt and gives no limit; this test allows 32 ulp.
struct RelaxedFunction {
    Function function;
    double ulps;
};

const double pi = std::acos(-1.0);
const RelaxedFunction relaxed_functions[] = {
    {{"acos", [](double x) { return std::acos(x); }}, 4096},
    {{"acospi", [](double x) { return std::acos(x) / pi; }}, 4096},
    {{"asin", [](double x) { return std::asin(x); }}, 4096},
    {{"asinpi", [](double x) { return std::asin(x) / pi; }}, 4096},
    {{"atan", [](double x) { return std::atan(x); }}, 4096},
    {{"atanpi", [](double x) { return std::atan(x) / pi; }}, 4096},
    {{"sinh", [](double x) { return std::sinh(x); }}, 8192},
    {{"erf", [](double x) { return std::erf(x); }}, 16},
    {{"asinh", [](double x) { return std::asinh(x); }}, 32},
    {{"acosh", [](double x) { return std::acosh(x); }}, 32},
};

TEST(NativeMath, RelaxedInversesAreWithinTheirLimits) {
    std::vector<float> x = arguments();
    for (std::size_t i = 0; i < values; i += 2) x[i] = static_cast<float>(i) * 0x1p-16f - 2;
    // Arguments of asin and acos near +-1, where the results are extreme.
    for (std::size_t i = 1; i < 4096; i += 2) x[i] = (i % 4 == 1 ? 1 : -1) * (1 - static_cast<float>(i) * 0x1p-24f);
    for (const char* limit : {"", "avx2"})
        for (const auto& [function, ulps] : relaxed_functions) {
            const RunOptions options{.build_options = "-cl-fast-relaxed-math", .target_limit = limit};
            const std::vector<float> got = run(function, "", x, options);
            for (std::size_t i = 0; i < values; ++i) {
                const double exact = function.reference(x[i]);
                // Skips infinite and subnormal values, which relaxed math may ignore.
                if (!std::isfinite(x[i]) || !(std::fabs(exact) >= 0x1p-126 && std::fabs(exact) < 0x1p127)) continue;
                ASSERT_LE(std::fabs(got[i] - exact), ulps * float_ulp(exact))
                    << function.name << " of " << x[i] << ": " << got[i] << ", not " << exact;
            }
        }
}

// Checks values on which programs rely, such as e^0 == 1, also when `-cl-fast-relaxed-math` is set. No sine may exceed
// 1.
void check_plain_values(const std::string& options, const std::string& prefix, const std::string& target_limit) {
    constexpr std::size_t count = 16;
    const std::string calls[] = {"exp(z)",     "exp(-z)",     "exp2(z)",      "exp2(-z)",
                                 "exp10(z)",   "cos(z)",      "powr(u, y)",   "powr(u + u, z)",
                                 "1 + log(u)", "1 + log2(u)", "1 + log10(u)", "1 + sin(z)",
                                 "1 + tan(z)", "sqrt(u)",     "rsqrt(u)",     "exp2(u + z) - u"};
    std::string source =
        "kernel void k(global float* out, float z, float u, float y) {"
        " size_t i = get_global_id(0); z *= i; u += z; y += z;";
    for (std::size_t c = 0; c < count; ++c) {
        std::string call = calls[c];
        const std::size_t name = call.starts_with("1 + ") ? 4 : 0;
        source += " out[i * 16 + " + std::to_string(c) + "] = " + call.insert(name, prefix) + ";";
    }
    constexpr std::size_t items = 67;
    std::vector<float> out(items * count);
    run_kernel(source + " }", "k", line(items, items), ArgumentBlock().add(out.data()).add(0.0f).add(1.0f).add(5.5f),
               {.build_options = options, .target_limit = target_limit});
    for (std::size_t i = 0; i < items; ++i)
        for (std::size_t c = 0; c < count; ++c)
            EXPECT_EQ(out[i * count + c], 1) << prefix << calls[c] << ' ' << options << ", " << i;
}

TEST(NativeMath, IsExactWherePeopleCountOnIt) {
    for (const char* limit : {"", "avx2"}) {
        check_plain_values("", "native_", limit);
        check_plain_values("", "half_", limit);
        check_plain_values("-cl-fast-relaxed-math", "", limit);
        check_plain_values("", "", limit);
    }
}

TEST(NativeMath, HasNoSineBeyondOne) {
    std::vector<float> x(values);
    for (std::size_t i = 0; i < values; ++i) x[i] = static_cast<float>(i) * 0x1p-13f - 16;
    for (std::size_t i = 0; i < 4096; ++i)
        x[i] = 1.5707964f + static_cast<float>(static_cast<int>(i) - 2048) * 0x1p-23f;
    for (const Function& function : functions)
        if (function.is_angle)
            for (const char* prefix : {"native_", "half_"})
                for (const float sine : run(function, prefix, x, {})) ASSERT_LE(std::fabs(sine), 1) << function.name;
}

TEST(NativeMath, IsWithinItsLimits) { check(""); }
TEST(NativeMath, IsWithinItsLimitsWithoutAvx512) { check("avx2"); }

}  // namespace
}  // namespace lanewise::test

// Tests every math function. Scalar overloads must be within OpenCL's limits of a reference in a wider format
// (reference.h). Vector overloads must have the same results as the scalar overload, bit for bit.
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "samples.h"
#include "table.h"

namespace lanewise::test {
namespace {

constexpr std::size_t chunk = 48 * 64;  // number of arguments per call: a multiple of every vector width

/// Returns numbers near which functions change their behaviour, such as 0, 1, and the ends of the range.
template <class T>
std::vector<T> special_values() {
    using Limits = std::numeric_limits<T>;
    std::vector<T> values = {T(0),
                             Limits::denorm_min(),
                             Limits::min(),
                             Limits::max(),
                             Limits::infinity(),
                             Limits::quiet_NaN(),
                             T(0.5),
                             T(1),
                             T(1.5),
                             T(2),
                             T(2.5),
                             T(3),
                             T(4),
                             T(10),
                             T(64),
                             T(1000),
                             T(0x1p31),
                             T(0x1.921fb6p0),
                             T(0.1),
                             T(1) / 3};
    values.push_back(std::nextafter(T(1), T(0)));
    values.push_back(std::nextafter(T(1), T(2)));
    values.push_back(std::nextafter(Limits::min(), T(0)));
    const std::size_t count = values.size();
    for (std::size_t i = 0; i < count; ++i) values.push_back(-values[i]);
    return values;
}

/// Returns arguments for functions of one argument. The arguments of type float are the numbers next to each power of
/// two, and bit patterns at regular distances. The arguments of type double are random numbers.
template <class T>
std::vector<T> arguments() {
    std::vector<T> values = special_values<T>();
    if constexpr (std::is_same_v<T, float>) {
        for (std::uint32_t exponent = 0; exponent < 512; ++exponent)
            for (int step = -4; step <= 4; ++step)
                values.push_back(std::bit_cast<float>((exponent << 23) + static_cast<std::uint32_t>(step)));
        for (std::uint64_t pattern = 0; pattern < 1ull << 32; pattern += 16381)
            values.push_back(std::bit_cast<float>(static_cast<std::uint32_t>(pattern)));
    } else {
        // An argument between two zeros of lgamma, where digits cancel.
        values.push_back(-0xb.461e3b89969ep-2);
        Samples<T> samples;
        for (int i = 0; i < 30000; ++i) values.push_back(samples.next());
    }
    while (values.size() % chunk != 0) values.push_back(T(1));
    return values;
}

/// Pairs of arguments for functions of two arguments: all pairs of special values, then random pairs.
template <class T>
struct Pairs {
    std::vector<T> x, y;
};

template <class T>
Pairs<T> argument_pairs() {
    Pairs<T> pairs;
    const std::vector<T> special = special_values<T>();
    for (const T x : special)
        for (const T y : special) pairs.x.push_back(x), pairs.y.push_back(y);
    Samples<T> samples;
    while (pairs.x.size() < 30000 || pairs.x.size() % chunk != 0)
        pairs.x.push_back(samples.next()), pairs.y.push_back(samples.next());
    return pairs;
}

/// Returns arguments x and y for which x^y is near overflow or underflow. An error in the logarithm of x then has the
/// largest effect. Moreover, x is near 1, so that digits cancel when its logarithm is computed.
Pairs<double> extreme_powers() {
    Pairs<double> pairs;
    std::mt19937_64 generator(1);
    std::uniform_real_distribution<double> base(0.96, 1.06), exponent(1021.5, 1021.99);
    while (pairs.x.size() < 6 * chunk) {
        const double x = base(generator);
        const double power = generator() % 2 ? 2 + exponent(generator) : -exponent(generator);
        pairs.x.push_back(x), pairs.y.push_back(power / std::log2(x));
    }
    return pairs;
}

template <class T>
std::vector<int> int_arguments(std::size_t count) {
    const int special[] = {0, 1, -1, 2, -2, 3, -3, 31, -32, 150, -150, 1100, -1100, 2147483647, -2147483647 - 1};
    std::vector<int> values;
    Samples<T> samples;
    for (std::size_t i = 0; i < count; ++i) values.push_back(i % 3 ? samples.next_int() : special[i / 3 % 15]);
    return values;
}

template <class T>
void expect_same_bits(const std::vector<T>& scalar, const std::vector<T>& vector, const std::string& what) {
    using Bits = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;
    for (std::size_t i = 0; i < scalar.size(); ++i)
        if (std::bit_cast<Bits>(scalar[i]) != std::bit_cast<Bits>(vector[i]) &&
            !(std::isnan(scalar[i]) && std::isnan(vector[i]))) {
            ADD_FAILURE() << what << ": " << scalar[i] << " by the scalar, " << vector[i] << " by the vector overload";
            return;
        }
}

/// Calls every overload of `function`, and compares the vector results with the scalar results. `run(shim, result)`
/// calls one overload through its shim, a function of arrays in shims.cl.
/// `grade(i, value)` returns the error of scalar result i, which must be within the limit. `describe(i)` returns the
/// text of the arguments for messages.
template <class T, class Function, class Run, class Grade, class Describe>
void check(const Function& function, std::size_t count, Run run, Grade grade, Describe describe) {
    std::vector<T> scalar(count), vector(count);
    run(function.shims[0], scalar);
    for (std::size_t i = 0; i < count; ++i) {
        const double error = grade(i, scalar[i]);
        if (error <= function.limit) continue;
        ADD_FAILURE() << function.name << describe(i) << " is " << scalar[i] << ", off by " << error << " ulp";
        break;
    }
    for (std::size_t width = 1; width < width_count; ++width) {
        run(function.shims[width], vector);
        expect_same_bits(scalar, vector, function.name + std::to_string(widths[width]));
    }
}

template <class T>
void check_unary() {
    const std::vector<T> x = arguments<T>();
    for (const Unary<T>& function : unary_functions<T>())
        check<T>(
            function, x.size(), [&](auto shim, auto& result) { shim(x.data(), result.data(), x.size()); },
            [&](std::size_t i, T value) { return graded_error(value, function.reference(x[i]), function.limit); },
            [&](std::size_t i) { return "(" + std::to_string(x[i]) + ")"; });
}

template <class T>
void check_pairs(const Binary<T>& function, const Pairs<T>& pairs) {
    const std::size_t count = pairs.x.size();
    check<T>(
        function, count, [&](auto shim, auto& result) { shim(pairs.x.data(), pairs.y.data(), result.data(), count); },
        [&](std::size_t i, T value) { return graded_error(function, pairs.x[i], pairs.y[i], value); },
        [&](std::size_t i) { return "(" + std::to_string(pairs.x[i]) + ", " + std::to_string(pairs.y[i]) + ")"; });
}

template <class T>
void check_binary() {
    const Pairs<T> pairs = argument_pairs<T>();
    for (const Binary<T>& function : binary_functions<T>()) check_pairs(function, pairs);
}

template <class T>
void check_int_argument() {
    const std::vector<T> x = argument_pairs<T>().x;
    const std::vector<int> n = int_arguments<T>(x.size());
    for (const IntArgument<T>& function : int_argument_functions<T>())
        check<T>(
            function, x.size(), [&](auto shim, auto& result) { shim(x.data(), n.data(), result.data(), x.size()); },
            [&](std::size_t i, T value) { return graded_error(value, function.reference(x[i], n[i]), function.limit); },
            [&](std::size_t i) { return "(" + std::to_string(x[i]) + ", " + std::to_string(n[i]) + ")"; });
}

/// Checks results that must be exact. C99 F.9 and OpenCL C 7.5.1 say: "cospi(+-0) returns 1". The same holds for other
/// functions that are 1 at 0, and for functions that are 0 at 1.
template <class T>
void check_exact_results() {
    const std::vector<T> x = {T(0), -T(0), T(1)};
    for (const Unary<T>& function : unary_functions<T>()) {
        std::vector<T> result(x.size());
        function.shims[0](x.data(), result.data(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) {
            const T expected = static_cast<T>(function.reference(x[i]));
            if (expected == 0 || (x[i] == 0 && expected == 1)) {
                EXPECT_EQ(result[i], expected) << function.name << "(" << x[i] << ")";
            }
        }
    }
}

/// Checks sinpi and cospi near their maxima: rounding errors must not make a result exceed 1.
template <class T>
void check_turns_next_to_one() {
    const T last_bit = std::numeric_limits<T>::epsilon() / 4;  // the ulp of numbers in [1/4, 1/2)
    for (const Unary<T>& function : unary_functions<T>()) {
        const bool is_sine = function.name == "sinpi";
        if (!is_sine && function.name != "cospi") continue;
        std::vector<T> x(4 * chunk), result(x.size());
        for (std::size_t i = 0; i < x.size(); ++i) x[i] = is_sine ? T(0.5) - T(i) * last_bit : T(i) * last_bit;
        function.shims[0](x.data(), result.data(), x.size());
        for (std::size_t i = 0; i < x.size(); ++i) ASSERT_LE(result[i], 1) << function.name << "(" << x[i] << ")";
    }
}

TEST(MathFloat, OnesAndZerosAreExact) { check_exact_results<float>(); }
TEST(MathDouble, OnesAndZerosAreExact) { check_exact_results<double>(); }
TEST(MathFloat, TurnsAreAtMostOne) { check_turns_next_to_one<float>(); }
TEST(MathDouble, TurnsAreAtMostOne) { check_turns_next_to_one<double>(); }
TEST(MathFloat, UnaryWithinLimits) { check_unary<float>(); }
TEST(MathDouble, UnaryWithinLimits) { check_unary<double>(); }
TEST(MathFloat, BinaryWithinLimits) { check_binary<float>(); }
TEST(MathDouble, BinaryWithinLimits) { check_binary<double>(); }
TEST(MathDouble, PowersNextToTheBoundsWithinLimits) {
    const Pairs<double> pairs = extreme_powers();
    for (const Binary<double>& function : binary_functions<double>())
        if (std::string_view(function.name).starts_with("pow")) check_pairs(function, pairs);
}

TEST(MathFloat, IntArgumentWithinLimits) { check_int_argument<float>(); }
TEST(MathDouble, IntArgumentWithinLimits) { check_int_argument<double>(); }

}  // namespace
}  // namespace lanewise::test

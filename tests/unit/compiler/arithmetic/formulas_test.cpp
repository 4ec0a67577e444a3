// Tests builtins that the specification defines by a formula (OpenCL C 3.0, sections 6.15.2 to 6.15.6) against that
// formula. Covers all triples of special values: NaN, infinities, zeros of both signs, the smallest and largest
// numbers. Calls the builtins on scalars, on vectors, and on vectors with scalar arguments.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <string>
#include <type_traits>
#include <vector>

#include "run_kernel.h"

namespace lanewise::test {
namespace {

using Half = _Float16;

template <class T>
struct TypeNames {
    const char* name;
    const char* mask;  // name of the integer type that vector comparisons return
};
template <class T>
constexpr TypeNames<T> names{};
template <>
constexpr TypeNames<Half> names<Half>{"half", "short"};
template <>
constexpr TypeNames<float> names<float>{"float", "int"};
template <>
constexpr TypeNames<double> names<double>{"double", "long"};
template <>
constexpr TypeNames<std::int8_t> names<std::int8_t>{"char", "char"};
template <>
constexpr TypeNames<std::uint8_t> names<std::uint8_t>{"uchar", "char"};
template <>
constexpr TypeNames<std::int16_t> names<std::int16_t>{"short", "short"};
template <>
constexpr TypeNames<std::uint16_t> names<std::uint16_t>{"ushort", "short"};
template <>
constexpr TypeNames<std::int32_t> names<std::int32_t>{"int", "int"};
template <>
constexpr TypeNames<std::uint32_t> names<std::uint32_t>{"uint", "int"};
template <>
constexpr TypeNames<std::int64_t> names<std::int64_t>{"long", "long"};
template <>
constexpr TypeNames<std::uint64_t> names<std::uint64_t>{"ulong", "long"};

template <class T>
constexpr bool is_float = !std::is_integral_v<T>;

/// The type in which results for T are computed. Results for half are computed in float and rounded once.
template <class T>
using Roomy = std::conditional_t<std::is_same_v<T, Half>, float, T>;

template <class T>
std::vector<T> special_values() {
    if constexpr (is_float<T>) {
        constexpr int digits = std::is_same_v<T, Half> ? 11 : std::numeric_limits<Roomy<T>>::digits;
        constexpr int exponent = std::is_same_v<T, Half> ? 16 : std::numeric_limits<Roomy<T>>::max_exponent;
        const T largest = static_cast<T>(std::ldexp(2 - std::ldexp(1.0, 1 - digits), exponent - 1));
        const T smallest = static_cast<T>(std::ldexp(1.0, 3 - exponent - digits));
        const T infinity = static_cast<T>(HUGE_VAL), nan = static_cast<T>(std::nan(""));
        return {T(0),
                T(-0.0),
                T(1),
                T(-1),
                T(0.5),
                T(-3.25),
                T(100.125),
                smallest,
                static_cast<T>(-smallest),
                largest,
                static_cast<T>(-largest),
                infinity,
                static_cast<T>(-infinity),
                nan};
    } else {
        using Limits = std::numeric_limits<T>;
        return {T(0),
                T(1),
                static_cast<T>(-1),
                T(7),
                T(100),
                Limits::min(),
                static_cast<T>(Limits::min() + 1),
                Limits::max(),
                static_cast<T>(Limits::max() - 1),
                static_cast<T>(Limits::max() / 2 + 1)};
    }
}

/// Returns whether two values are equal. With `any_zero`, zeros of different signs are equal, because the formula
/// leaves the sign open.
template <class T>
bool same(T a, T b, bool any_zero) {
    if (a != a || b != b) return a != a && b != b;
    if constexpr (is_float<T>)
        if (!any_zero && a == 0 && b == 0)
            return std::signbit(static_cast<double>(a)) == std::signbit(static_cast<double>(b));
    return a == b;
}

/// A builtin's call and its model in C++. In `expression`, X, Y and Z are the vector arguments, and y and z are the
/// first elements of Y and Z.
template <class T>
struct Formula {
    std::string expression;
    std::function<T(T, T, T)> model;
    bool any_zero = false;
    std::function<bool(T, T, T)> is_defined = [](T, T, T) { return true; };
    bool is_relation = false;  // the model returns 0 or 1, but vector builtins return -1 for true
};

template <class T>
T larger(T x, T y) {  // model of fmax
    return x != x || x < y ? (y != y ? x : y) : x;
}
template <class T>
T smaller(T x, T y) {  // model of fmin
    return x != x || y < x ? (y != y ? x : y) : x;
}
template <class T>
T magnitude(T x) {
    return static_cast<T>(std::fabs(static_cast<Roomy<T>>(x)));
}

template <class T>
std::vector<Formula<T>> bounds() {
    const auto are_ordered = [](T, T y, T z) { return !(y > z); };
    const auto low = [](T x, T y, T) { return y < x ? y : x; };
    const auto high = [](T x, T y, T) { return x < y ? y : x; };
    const auto both = [](T x, T y, T z) { return smaller(larger(x, y), z); };
    return {{"min(X, Y)", low},
            {"min(X, y)", low},
            {"max(X, Y)", high},
            {"max(X, y)", high},
            {"clamp(X, Y, Z)", both, true, are_ordered},
            {"clamp(X, y, z)", both, true, are_ordered}};
}

template <class T>
std::vector<Formula<T>> common_functions() {
    using R = Roomy<T>;
    const auto mix = [](T x, T y, T z) { return T(R(x) + (R(y) - R(x)) * R(z)); };
    const auto step = [](T x, T y, T) { return x < y ? T(0) : T(1); };
    const auto smooth = [](T x, T y, T z) {
        const R t = smaller(larger((R(x) - R(y)) / (R(z) - R(y)), R(0)), R(1));
        return T(t * t * (3 - 2 * t));
    };
    // "Results are undefined if edge0 >= edge1 or if x, edge0 or edge1 is a NaN."
    const auto has_edges = [](T x, T y, T z) { return x == x && y < z; };
    return {{"mix(X, Y, Z)", mix},
            {"mix(X, Y, z)", mix},
            {"step(Y, X)", step},
            {"step(y, X)", step},
            {"smoothstep(Y, Z, X)", smooth, false, has_edges},
            {"smoothstep(y, z, X)", smooth, false, has_edges},
            {"sign(X)", [](T x, T, T) { return x > 0    ? T(1)
                                               : x < 0  ? T(-1)
                                               : x == 0 ? x
                                                        : T(0); }},
            {"degrees(X)", [](T x, T, T) { return T(R(x) * R(57.295779513082320877)); }},
            {"radians(X)", [](T x, T, T) { return T(R(x) * R(0.017453292519943295769)); }}};
}

template <class T>
std::vector<Formula<T>> math_functions() {
    const auto max = [](T x, T y, T) { return larger(x, y); };
    const auto min = [](T x, T y, T) { return smaller(x, y); };
    return {{"fmax(X, Y)", max, true},
            {"fmax(X, y)", max, true},
            {"fmin(X, Y)", min, true},
            {"fmin(X, y)", min, true},
            {"fdim(X, Y)", [](T x, T y, T) { return x <= y ? T(0) : T(x - y); }},
            {"maxmag(X, Y)",
             [](T x, T y, T) {
                 return magnitude(x) > magnitude(y) ? x : magnitude(y) > magnitude(x) ? y : larger(x, y);
             },
             true},
            {"minmag(X, Y)",
             [](T x, T y, T) {
                 return magnitude(x) < magnitude(y) ? x : magnitude(y) < magnitude(x) ? y : smaller(x, y);
             },
             true}};
}

template <class T>
std::vector<Formula<T>> relations() {
    std::vector<Formula<T>> list;
    const auto add = [&](const char* expression, std::function<bool(T, T)> model) {
        list.push_back({std::string("TO(") + expression + ")", [=](T x, T y, T) { return T(model(x, y)); }, true,
                        [](T, T, T) { return true; }, true});
    };
    add("isequal(X, Y)", [](T x, T y) { return x == y; });
    add("isnotequal(X, Y)", [](T x, T y) { return x != y; });
    add("isgreater(X, Y)", [](T x, T y) { return x > y; });
    add("isgreaterequal(X, Y)", [](T x, T y) { return x >= y; });
    add("isless(X, Y)", [](T x, T y) { return x < y; });
    add("islessequal(X, Y)", [](T x, T y) { return x <= y; });
    add("islessgreater(X, Y)", [](T x, T y) { return x < y || x > y; });
    add("isordered(X, Y)", [](T x, T y) { return x == x && y == y; });
    add("isunordered(X, Y)", [](T x, T y) { return x != x || y != y; });
    add("isnan(X)", [](T x, T) { return x != x; });
    add("isinf(X)", [](T x, T) { return magnitude(x) == T(HUGE_VAL); });
    add("isfinite(X)", [](T x, T) { return magnitude(x) < T(HUGE_VAL); });
    const T least = static_cast<T>(
        std::ldexp(1.0, std::is_same_v<T, Half> ? -14 : std::numeric_limits<Roomy<T>>::min_exponent - 1));
    add("isnormal(X)", [=](T x, T) { return magnitude(x) >= least && magnitude(x) < T(HUGE_VAL); });
    list.push_back({"select(X, Y, (MASK)(isless(X, Z)))", [](T x, T y, T z) { return x < z ? y : x; }});
    return list;
}

template <class T>
std::vector<Formula<T>> all_formulas() {
    std::vector<Formula<T>> list = bounds<T>();
    if constexpr (is_float<T>)
        for (const auto& more : {common_functions<T>(), math_functions<T>(), relations<T>()})
            list.insert(list.end(), more.begin(), more.end());
    return list;
}

template <class T>
std::string source_of(const std::vector<Formula<T>>& formulas, unsigned width) {
    const std::string name = names<T>.name, n = width == 1 ? "" : std::to_string(width);
    const auto load = [&](const char* array) {
        return width == 1 ? array + std::string("[i]") : "vload" + n + "(i, " + array + ")";
    };
    std::string source = "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n#define MASK " + std::string(names<T>.mask) +
                         n + "\n#define TO convert_" + name + n + "\nkernel void k(global " + name +
                         "* out, global const " + name + "* a, global const " + name + "* b, global const " + name +
                         "* c, int count) {\n" + "  int i = get_global_id(0); " + name + n + " X = " + load("a") +
                         ", Y = " + load("b") + ", Z = " + load("c") + "; " + name + " y = b[i * " +
                         std::to_string(width) + "], z = c[i * " + std::to_string(width) + "];\n";
    for (std::size_t f = 0; f < formulas.size(); ++f) {
        const std::string place = "out + " + std::to_string(f) + " * count";
        const std::string& value = formulas[f].expression;
        source += width == 1 ? "  (" + place + ")[i] = " + value + ";\n"
                             : "  vstore" + n + "(" + value + ", i, " + place + ");\n";
    }
    return source + "}\n";
}

template <class T>
struct Triples {
    std::vector<T> x, y, z;

    /// Makes all triples of special values, and repeats some until their number is a multiple of all vector widths.
    Triples() {
        const auto values = special_values<T>();
        for (const T a : values)
            for (const T b : values)
                for (const T c : values) x.push_back(a), y.push_back(b), z.push_back(c);
        // Appends triples from the start of the list instead of copies of the last triple, so that adjacent triples
        // differ in every argument.
        for (std::size_t i = 0; x.size() % 48 != 0 || i < 1; ++i)
            x.push_back(x[i]), y.push_back(y[i]), z.push_back(z[i]);
    }
};

template <class T>
void check_width(unsigned width) {
    const auto formulas = all_formulas<T>();
    const Triples<T> values;
    const std::size_t count = values.x.size();
    std::vector<T> out(count * formulas.size());
    const ArgumentBlock arguments = ArgumentBlock()
                                        .add(out.data())
                                        .add(values.x.data())
                                        .add(values.y.data())
                                        .add(values.z.data())
                                        .add(static_cast<std::int32_t>(count));
    run_kernel(source_of(formulas, width), "k", line(count / width, 16), arguments);
    for (std::size_t f = 0; f < formulas.size(); ++f) {
        const Formula<T>& formula = formulas[f];
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t first = i / width * width;
            const bool scalar_y = formula.expression.find('y') != std::string::npos;
            const bool scalar_z = formula.expression.find('z') != std::string::npos;
            const T x = values.x[i], y = values.y[scalar_y ? first : i], z = values.z[scalar_z ? first : i];
            if (!formula.is_defined(x, y, z)) continue;
            T wanted = formula.model(x, y, z);
            if (formula.is_relation && width > 1) wanted = static_cast<T>(-wanted);
            ASSERT_TRUE(same(out[f * count + i], wanted, formula.any_zero))
                << formula.expression << " of " << names<T>.name << width << ": " << double(x) << ", " << double(y)
                << ", " << double(z) << " gives " << double(out[f * count + i]) << ", not " << double(wanted);
        }
    }
}

template <class T>
void check_all_widths() {
    for (const unsigned width : {1, 3, 16}) check_width<T>(width);
}

TEST(Formulas, HoldForHalf) { check_all_widths<Half>(); }
TEST(Formulas, HoldForFloat) { check_all_widths<float>(); }
TEST(Formulas, HoldForDouble) { check_all_widths<double>(); }
TEST(Formulas, HoldForChar) { check_all_widths<std::int8_t>(); }
TEST(Formulas, HoldForUchar) { check_all_widths<std::uint8_t>(); }
TEST(Formulas, HoldForShort) { check_all_widths<std::int16_t>(); }
TEST(Formulas, HoldForUshort) { check_all_widths<std::uint16_t>(); }
TEST(Formulas, HoldForInt) { check_all_widths<std::int32_t>(); }
TEST(Formulas, HoldForUint) { check_all_widths<std::uint32_t>(); }
TEST(Formulas, HoldForLong) { check_all_widths<std::int64_t>(); }
TEST(Formulas, HoldForUlong) { check_all_widths<std::uint64_t>(); }

}  // namespace
}  // namespace lanewise::test

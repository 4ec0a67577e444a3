#include "functions.h"

#include <random>

namespace bench {
namespace {

using Kind = Function::Kind;

constexpr Function functions[] = {
    {"acos", Kind::unary, -1, 1},
    {"acosh", Kind::unary, 1, 100},
    {"acospi", Kind::unary, -1, 1},
    {"asin", Kind::unary, -1, 1},
    {"asinh", Kind::unary, -100, 100},
    {"asinpi", Kind::unary, -1, 1},
    {"atan", Kind::unary, -10, 10},
    {"atanh", Kind::unary, -.99, .99},
    {"atanpi", Kind::unary, -10, 10},
    {"cbrt", Kind::unary, -100, 100},
    {"cos", Kind::unary, -100, 100},
    {"cosh", Kind::unary, -10, 10},
    {"cospi", Kind::unary, -100, 100},
    {"erf", Kind::unary, -4, 4},
    {"erfc", Kind::unary, -4, 4},
    {"exp", Kind::unary, -10, 10},
    {"exp10", Kind::unary, -4, 4},
    {"exp2", Kind::unary, -10, 10},
    {"expm1", Kind::unary, -4, 4},
    {"lgamma", Kind::unary, .5, 20},
    {"log", Kind::unary, .01, 1000},
    {"log10", Kind::unary, .01, 1000},
    {"log1p", Kind::unary, -.9, 100},
    {"log2", Kind::unary, .01, 1000},
    {"logb", Kind::unary, .01, 1000},
    {"rsqrt", Kind::unary, .01, 1000},
    {"sin", Kind::unary, -100, 100},
    {"sinh", Kind::unary, -10, 10},
    {"sinpi", Kind::unary, -100, 100},
    {"sqrt", Kind::unary, .01, 1000},
    {"tan", Kind::unary, -100, 100},
    {"tanh", Kind::unary, -4, 4},
    {"tanpi", Kind::unary, -100, 100},
    {"tgamma", Kind::unary, .5, 8},
    {"atan2", Kind::binary, -10, 10},
    {"atan2pi", Kind::binary, -10, 10},
    {"fmod", Kind::binary, .1, 100},
    {"hypot", Kind::binary, -100, 100},
    {"nextafter", Kind::binary, -10, 10},
    {"pow", Kind::binary, .1, 4},
    {"powr", Kind::binary, .1, 4},
    {"remainder", Kind::binary, .1, 100},
    {"remquo", Kind::remquo, .1, 100},
    {"ldexp", Kind::int_argument, .1, 2},
    {"pown", Kind::int_argument, .5, 2},
    {"rootn", Kind::int_argument, .5, 2},
    {"ilogb", Kind::int_result, .01, 1000},
    {"half_cos", Kind::unary, -100, 100, true},
    {"half_divide", Kind::binary, .1, 100, true},
    {"half_exp", Kind::unary, -10, 10, true},
    {"half_exp10", Kind::unary, -4, 4, true},
    {"half_exp2", Kind::unary, -10, 10, true},
    {"half_log", Kind::unary, .01, 1000, true},
    {"half_log10", Kind::unary, .01, 1000, true},
    {"half_log2", Kind::unary, .01, 1000, true},
    {"half_powr", Kind::binary, .1, 4, true},
    {"half_recip", Kind::unary, .1, 100, true},
    {"half_rsqrt", Kind::unary, .01, 1000, true},
    {"half_sin", Kind::unary, -100, 100, true},
    {"half_sqrt", Kind::unary, .01, 1000, true},
    {"half_tan", Kind::unary, -100, 100, true},
    {"native_cos", Kind::unary, -100, 100, true},
    {"native_divide", Kind::binary, .1, 100, true},
    {"native_exp", Kind::unary, -10, 10, true},
    {"native_exp10", Kind::unary, -4, 4, true},
    {"native_exp2", Kind::unary, -10, 10, true},
    {"native_log", Kind::unary, .01, 1000, true},
    {"native_log10", Kind::unary, .01, 1000, true},
    {"native_log2", Kind::unary, .01, 1000, true},
    {"native_powr", Kind::binary, .1, 4, true},
    {"native_recip", Kind::unary, .1, 100, true},
    {"native_rsqrt", Kind::unary, .01, 1000, true},
    {"native_sin", Kind::unary, -100, 100, true},
    {"native_sqrt", Kind::unary, .01, 1000, true},
    {"native_tan", Kind::unary, -100, 100, true},
};

std::vector<double> uniform(const Function& function, unsigned seed) {
    std::mt19937_64 generator(seed);
    std::uniform_real_distribution<double> distribution(function.low, function.high);
    std::vector<double> values(argument_count);
    for (double& value : values) value = distribution(generator);
    return values;
}

}  // namespace

std::vector<Function> builtin_functions() { return {std::begin(functions), std::end(functions)}; }

std::vector<double> first_arguments(const Function& function) { return uniform(function, 1); }

std::vector<double> second_arguments(const Function& function) { return uniform(function, 2); }

std::vector<int> int_arguments() {
    std::mt19937 generator(3);
    std::vector<int> values(argument_count);
    for (int& value : values) value = static_cast<int>(generator() % 16) + 1;
    return values;
}

}  // namespace bench

// The builtins that bench_builtins measures, with the ranges from which their arguments are drawn, uniformly. Half,
// float and double get the same numbers. No function is called outside its domain.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace bench {

struct Function {
    enum class Kind { unary, binary, int_argument, int_result, remquo };
    const char* name;
    Kind kind;
    double low, high;
    bool float_only = false;  // native_ and half_ functions
};

/// The number of arguments, which are used again and again: they stay in the second-level cache.
inline constexpr std::size_t argument_count = 8192;

std::vector<Function> builtin_functions();

/// Arguments of a function: uniform in its range, the same in every process.
std::vector<double> first_arguments(const Function& function);
std::vector<double> second_arguments(const Function& function);
/// The second argument of ldexp, pown and rootn.
std::vector<int> int_arguments();

}  // namespace bench

// The builtins that measure_builtins measures, each with the range from which its arguments are drawn uniformly. The
// arguments are the same numbers for half, float and double. No function is called outside its domain.
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
    bool float_only = false;  // true for native_ and half_ functions, which exist only for float
};

/// Number of arguments with which each function is called. This number is so small that the arguments stay in the
/// second-level cache during repeated calls.
inline constexpr std::size_t argument_count = 8192;

std::vector<Function> builtin_functions();

/// Return a function's first and second arguments. The arguments are uniform in the function's range, and the same in
/// every process.
std::vector<double> first_arguments(const Function& function);
std::vector<double> second_arguments(const Function& function);
/// Returns the second arguments of ldexp, pown and rootn.
std::vector<int> int_arguments();

}  // namespace bench

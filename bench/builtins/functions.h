// The builtins that measure_builtins measures, and for each the range of its uniformly distributed arguments. The
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
    bool float_only = false;  // true for native_ and half_ functions
};

/// Number of arguments, which are used repeatedly and stay in the second-level cache.
inline constexpr std::size_t argument_count = 8192;

std::vector<Function> builtin_functions();

/// Return the arguments of a function: uniform in its range, and the same in every process.
std::vector<double> first_arguments(const Function& function);
std::vector<double> second_arguments(const Function& function);
/// Returns the second arguments of ldexp, pown and rootn.
std::vector<int> int_arguments();

}  // namespace bench

// Limits on the code that may result from inlining call cycles (recursion/fold_recursion.h). The limits are counts,
// like the limits in limits/budget.h. Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::budget {

/// Limits for each kernel with recursive functions (recursion/fold_recursion.h). `recursive_copies`: maximum number of
/// copies of functions, which are made for calls with constant arguments. `recursive_instructions`: maximum number of
/// instructions in all copies together. `recursive_simplified`: maximum number of instructions that are simplified; the
/// instructions of a function count again each time that a call in the function gets constant arguments.
inline constexpr unsigned recursive_copies = 1000;
inline constexpr std::uint64_t recursive_instructions = 100000;
inline constexpr std::uint64_t recursive_simplified = 200000;

/// Maximum number of instructions of a kernel while levels of recursive calls are inlined into the kernel.
/// `recursive_kernels`: maximum sum of the numbers of instructions that the kernel has after each level.
inline constexpr std::uint64_t recursive_kernel = 10000;
inline constexpr std::uint64_t recursive_kernels = 50000;

/// Maximum number of instructions of a merged function. Functions that end with calls of each other are merged into
/// one. `blocks_after_call`: maximum number of blocks between the call at the end and the return.
inline constexpr std::uint64_t merged_tail_calls = 2000;
inline constexpr unsigned blocks_after_call = 4;

/// Maximum number of functions, including their copies, in a call cycle that contains calls through pointers
/// (recursion/separate_chains.h).
inline constexpr unsigned chain_copies = 512;

/// Maximum number of iterations of a loop that is unrolled so that a recursive call in the loop may get constant
/// arguments.
inline constexpr unsigned recursive_iterations = 32;

}  // namespace lanewise::compiler::budget

// Limits on the code that inlining of call cycles may make (recursion/fold_recursion.h): counts, as in limits/budget.h.
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::budget {

/// Limits for each kernel with recursive functions (recursion/fold_recursion.h), in this order. Maximum number of
/// copies made for constant arguments; maximum number of instructions in all copies; maximum number of instructions
/// that are simplified. The last counts a function again each time a call in it became known.
inline constexpr unsigned recursive_copies = 1000;
inline constexpr std::uint64_t recursive_instructions = 100000;
inline constexpr std::uint64_t recursive_simplified = 200000;

/// Maximum number of instructions of a kernel after levels of recursive calls were inlined into it, and maximum sum of
/// its sizes after all levels.
inline constexpr std::uint64_t recursive_kernel = 10000;
inline constexpr std::uint64_t recursive_kernels = 50000;

/// Maximum number of instructions of a function after merging functions that end with calls of each other.
/// `blocks_after_call`: maximum number of blocks between such a call and the return.
inline constexpr std::uint64_t merged_tail_calls = 2000;
inline constexpr unsigned blocks_after_call = 4;

/// Maximum number of iterations of a loop that is unrolled because a call in it may become known for each iteration.
inline constexpr unsigned recursive_iterations = 32;

}  // namespace lanewise::compiler::budget

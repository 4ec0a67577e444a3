// Limits on what folding call cycles may make (recursion/fold_recursion.h): counts, as in limits/budget.h.
// Thread-safety: free of state.
#pragma once

#include <cstdint>

namespace lanewise::compiler::budget {

/// Calls of functions on call cycles (recursion/fold_recursion.h), for each kernel: copies made for constant arguments,
/// their instructions in sum, and how often a copy is simplified anew because a call in it became known.
inline constexpr unsigned recursive_copies = 1000;
inline constexpr std::uint64_t recursive_instructions = 100000;
inline constexpr unsigned recursive_rounds = 1000;

/// Instructions of the kernel when levels of such calls are inlined into it, and their sum over all levels.
inline constexpr std::uint64_t recursive_kernel = 10000;
inline constexpr std::uint64_t recursive_kernels = 50000;

/// A function that others were merged into because each ends with a call of the other, and blocks between such a call
/// and the return.
inline constexpr std::uint64_t merged_tail_calls = 2000;
inline constexpr unsigned blocks_behind_call = 4;

/// Iterations of a loop that is unrolled because a call in it may be known for each of them.
inline constexpr unsigned recursive_iterations = 32;

}  // namespace lanewise::compiler::budget

// Limits on the code that folding call cycles may make (recursion/fold_recursion.h): counts, as in limits/budget.h.
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::budget {

/// Limits for each kernel with functions on call cycles (recursion/fold_recursion.h). Most copies made for constant
/// arguments, and most instructions of them all. Most instructions that simplification goes through: a function is
/// simplified again after a call in it became known.
inline constexpr unsigned recursive_copies = 1000;
inline constexpr std::uint64_t recursive_instructions = 100000;
inline constexpr std::uint64_t recursive_simplified = 200000;

/// Most instructions of a kernel after levels of such calls are inlined into it, and most over all levels together.
inline constexpr std::uint64_t recursive_kernel = 10000;
inline constexpr std::uint64_t recursive_kernels = 50000;

/// Most instructions of a function after others were merged into it because each ends with a call of the other. And
/// most blocks between such a call and the return.
inline constexpr std::uint64_t merged_tail_calls = 2000;
inline constexpr unsigned blocks_after_call = 4;

/// Most iterations of a loop that is unrolled because a call in it may become known for each of them.
inline constexpr unsigned recursive_iterations = 32;

}  // namespace lanewise::compiler::budget

// Limits on the code that folding call cycles may make (recursion/fold_recursion.h): counts, as in limits/budget.h.
// Thread-safety: constants.
#pragma once

#include <cstdint>

namespace lanewise::compiler::budget {

/// Limits for each kernel with functions on call cycles (recursion/fold_recursion.h). Most copies made for constant
/// arguments, most instructions of them all, and most rounds in which copies are simplified anew because a call in them
/// became known.
inline constexpr unsigned recursive_copies = 1000;
inline constexpr std::uint64_t recursive_instructions = 100000;
inline constexpr unsigned recursive_rounds = 1000;

/// Most instructions of a kernel after levels of such calls are inlined into it, and most over all levels together.
inline constexpr std::uint64_t recursive_kernel = 10000;
inline constexpr std::uint64_t recursive_kernels = 50000;

/// Most instructions of a function after others were merged into it because each ends with a call of the other. And
/// most blocks between such a call and the return.
inline constexpr std::uint64_t merged_tail_calls = 2000;
inline constexpr unsigned blocks_behind_call = 4;

/// Most iterations of a loop that is unrolled because a call in it may become known for each of them.
inline constexpr unsigned recursive_iterations = 32;

}  // namespace lanewise::compiler::budget

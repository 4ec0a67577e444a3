// Compile time is bounded by bounding code: limits on code_size() (analysis/code_size.h), and what is done
// beyond each. Machines and runs do not differ in it.
#pragma once

#include <cstdint>

namespace lanewise::compiler::budget {

/// What late builtins may add to a chunk function by being inlined (passes/inline_builtins.h); those
/// beyond it are called.
inline constexpr std::uint64_t builtins_in_chunk = 1000;
inline constexpr std::uint64_t builtins_in_tail = 100;

}  // namespace lanewise::compiler::budget

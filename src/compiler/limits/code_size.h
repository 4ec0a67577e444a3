// Estimates the size of code in machine instructions, as far as IR shows it; compile time grows with this size. The
// estimate is a count and never a time, so a kernel is compiled the same way on every run and machine.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace lanewise::compiler {

/// Estimates the machine instructions of `function` for vector registers of `register_bits`. An operation on a longer
/// vector counts once for every register that the vector fills; an integer division of vectors counts twice for every
/// element.
std::uint64_t code_size(const llvm::Function& function, unsigned register_bits);
std::uint64_t code_size(const llvm::BasicBlock& block, unsigned register_bits);
std::uint64_t code_size(const llvm::Instruction& instruction, unsigned register_bits);

}  // namespace lanewise::compiler

// How large code is, counted in machine instructions as far as IR tells: what compile time grows with.
// Counts, never times: a kernel is compiled the same way on every run and machine.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace lanewise::compiler {

/// Estimated machine instructions of `function` for vector registers of `register_bits`: an operation on
/// a longer vector counts once for every register it fills, one that has no vector form once per element.
std::uint64_t code_size(const llvm::Function& function, unsigned register_bits);
std::uint64_t code_size(const llvm::BasicBlock& block, unsigned register_bits);
std::uint64_t code_size(const llvm::Instruction& instruction, unsigned register_bits);

}  // namespace lanewise::compiler

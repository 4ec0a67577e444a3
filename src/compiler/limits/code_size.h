// Estimates from IR how many machine instructions a function will have; compile time grows with this number. Decisions
// that use this estimate are the same in every run and on every machine, unlike decisions that use measured times.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/Function.h>

#include <cstdint>

namespace lanewise::compiler {

/// Estimates the machine instructions of `function` for vector registers of `register_bits`. An operation on a longer
/// vector is counted once for every register that the vector fills. An integer division of vectors is counted twice for
/// every element.
std::uint64_t code_size(const llvm::Function& function, unsigned register_bits);
std::uint64_t code_size(const llvm::BasicBlock& block, unsigned register_bits);
std::uint64_t code_size(const llvm::Instruction& instruction, unsigned register_bits);

}  // namespace lanewise::compiler

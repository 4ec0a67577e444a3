// Computes the distance between two memory accesses whose addresses differ by a constant.
//
// Thread-safety: that of ScalarEvolution.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace lanewise::compiler {

/// Returns the distance in bytes from the address of the load or store `from` to that of `access`. None if it is not
/// constant, or does not fit into budget::merged_distance_bits.
std::optional<std::int64_t> distance_of(const llvm::Instruction& access, const llvm::Instruction& from,
                                        llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler

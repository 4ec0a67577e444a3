// Computes the distance between two places in memory whose addresses differ by a constant.
//
// Thread-safety: the same as that of the analysis.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace lanewise::compiler {

/// Returns the bytes from the place of the load or store `from` to the place of `access`. Nothing if the number is not
/// constant, or does not fit into budget::merged_distance_bits.
std::optional<std::int64_t> distance_of(const llvm::Instruction& access, const llvm::Instruction& from,
                                        llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler

// Computes the distance between two memory accesses whose addresses differ by a constant.
//
// Thread-safety: the ScalarEvolution of a function belongs to one thread.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace lanewise::compiler {

/// Returns the distance in bytes from the address of `from` to the address of `access`. Each of the two instructions is
/// a load or a store. The result is none if the distance is not constant, or does not fit into
/// budget::merged_distance_bits.
std::optional<std::int64_t> distance_of(const llvm::Instruction& access, const llvm::Instruction& from,
                                        llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler

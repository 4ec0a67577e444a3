// How far one place in memory is from another, where the same numbers make both.
//
// Thread-safety: as the analysis.
#pragma once

#include <llvm/Analysis/ScalarEvolution.h>
#include <llvm/IR/Instructions.h>

#include <cstdint>
#include <optional>

namespace lanewise::compiler {

/// Bytes from the place of the load or store `from` to that of `access`; nothing where that is no constant, or more
/// than budget::joined_distance_bits hold.
std::optional<std::int64_t> distance_of(const llvm::Instruction& access, const llvm::Instruction& from,
                                        llvm::ScalarEvolution& evolution);

}  // namespace lanewise::compiler

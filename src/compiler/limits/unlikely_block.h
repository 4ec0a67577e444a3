// Finds blocks that hardly ever run, according to the weights of the branch that leads to the block. Thread-safety:
// functions without state.
#pragma once

#include <llvm/IR/BasicBlock.h>

namespace lanewise::compiler {

/// Whether `block` has a single predecessor whose branch seldom leads to `block` (costs::unlikely_share).
bool is_unlikely(const llvm::BasicBlock& block);

}  // namespace lanewise::compiler

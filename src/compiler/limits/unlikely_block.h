// Finds blocks that hardly ever run, by the weights of the branch that leads to them.
// Thread-safety: functions without state.
#pragma once

#include <llvm/IR/BasicBlock.h>

namespace lanewise::compiler {

/// Whether `block` is reached by a single branch, and seldom (costs::unlikely_share).
bool is_unlikely(const llvm::BasicBlock& block);

}  // namespace lanewise::compiler

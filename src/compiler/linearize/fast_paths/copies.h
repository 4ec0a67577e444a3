// Copies code to make a fast path for chunks in which all work-items run the code.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {

/// Whether `instruction` may be copied. False for convergent calls, at which work-items synchronize, and for calls
/// marked `noduplicate`.
inline bool may_be_copied(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return !call || (!call->isConvergent() && !call->cannotDuplicate());
}

/// Copies `blocks` to the end of their function, and adds the copy of each block and value to the map `copies`. Phis in
/// copied blocks keep their entries for predecessors that were not copied.
void copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::ValueToValueMapTy& copies);

}  // namespace lanewise::compiler

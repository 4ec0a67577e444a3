// Copies code to make a second version, for chunks whose work-items all run it.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {

/// Whether `instruction` may be copied: it is no call that must not be duplicated, and no convergent call, at which
/// work-items synchronize.
inline bool may_be_copied(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return !call || (!call->isConvergent() && !call->cannotDuplicate());
}

/// Copies `blocks` to the end of their function; `copies` then maps each block and value to its copy. Phis of the
/// copied blocks keep their entries for predecessors that were not copied.
void copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::ValueToValueMapTy& copies);

}  // namespace lanewise::compiler

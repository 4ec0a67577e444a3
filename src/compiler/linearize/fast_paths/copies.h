// Second versions of code, for chunks that go through it as one.
#pragma once

#include <llvm/ADT/ArrayRef.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {

/// False for calls that must stay the only one, or where work-items meet.
inline bool may_be_copied(const llvm::Instruction& instruction) {
    const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
    return !call || (!call->isConvergent() && !call->cannotDuplicate());
}

/// Copies `blocks`, of one function, to its end; `copies` then leads from each block and value to its copy. What comes
/// into phis from elsewhere still comes from there.
void copy_blocks(llvm::ArrayRef<llvm::BasicBlock*> blocks, llvm::ValueToValueMapTy& copies);

}  // namespace lanewise::compiler

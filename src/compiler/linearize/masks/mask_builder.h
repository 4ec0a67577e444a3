// Builds the masks of `linearize`: values of type i1 that tell, per lane, whether a block or an edge is run. A null
// mask means "all lanes". A mask is never poison, even if the condition is poison for lanes that are off, because it is
// made by a select instead of an `and`.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// An edge to a block that comes later in straight-line code: its source, which the block's phis name, and its mask.
struct MaskedEdge {
    llvm::BasicBlock* from = nullptr;
    llvm::Value* mask = nullptr;
};

using MaskedEdges = llvm::SmallVector<MaskedEdge, 2>;

class MaskBuilder {
public:
    /// Lanes of `mask` for which `condition` holds, computed at `at`.
    llvm::Value* both(llvm::IRBuilderBase& at, llvm::Value* mask, llvm::Value* condition);

    /// Lanes of `mask` for which `condition` does not hold.
    llvm::Value* without(llvm::IRBuilderBase& at, llvm::Value* mask, llvm::Value* condition);

    llvm::Value* either(llvm::IRBuilderBase& at, llvm::Value* a, llvm::Value* b);

    /// Lanes that take any of `edges`.
    llvm::Value* any_of(llvm::IRBuilderBase& at, llvm::ArrayRef<MaskedEdge> edges);

    /// For each successor of `terminator`, each block once: the lanes of `mask` that go there.
    llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::Value*>, 2> edges_of(llvm::Instruction& terminator,
                                                                              llvm::Value* mask);

    /// Replaces a phi in straight-line code by selects of the entry for the edge that each lane took.
    /// `otherwise` is the value of lanes that took none of `edges`; null if there are no such lanes.
    llvm::Value* blend(llvm::IRBuilderBase& at, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges,
                       llvm::Value* otherwise);

    /// A phi of masks at the start of `block`.
    llvm::PHINode* phi(llvm::BasicBlock& block, const llvm::Twine& name);

    /// Every value that was made or used as a mask.
    const llvm::SmallPtrSetImpl<llvm::Value*>& masks() const { return masks_; }

private:
    llvm::Value* remember(llvm::Value* mask);

    llvm::SmallPtrSet<llvm::Value*, 32> masks_;
};

}  // namespace lanewise::compiler

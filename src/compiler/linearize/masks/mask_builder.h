// Builds the masks of `linearize`: values of type i1 that are true for lanes which run a block or take an edge. A null
// mask means all lanes. Masks are made by selects instead of `and`: a mask is then not poison, even if the condition is
// poison for inactive lanes.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/IRBuilder.h>

namespace lanewise::compiler {

/// An edge to a later block of straight-line code, with the mask of the lanes that take the edge. In the phis of the
/// later block, `from` is the edge's incoming block.
struct MaskedEdge {
    llvm::BasicBlock* from = nullptr;
    llvm::Value* mask = nullptr;
};

using MaskedEdges = llvm::SmallVector<MaskedEdge, 2>;

class MaskBuilder {
public:
    /// Returns the mask of the lanes of `mask` for which `condition` holds; `at` inserts the code.
    llvm::Value* both(llvm::IRBuilderBase& at, llvm::Value* mask, llvm::Value* condition);

    /// Returns the mask of the lanes of `mask` for which `condition` does not hold.
    llvm::Value* without(llvm::IRBuilderBase& at, llvm::Value* mask, llvm::Value* condition);

    llvm::Value* either(llvm::IRBuilderBase& at, llvm::Value* a, llvm::Value* b);

    /// Returns the mask of the lanes that take any of `edges`.
    llvm::Value* any_of(llvm::IRBuilderBase& at, llvm::ArrayRef<MaskedEdge> edges);

    /// Returns each different successor of `terminator`, with a mask of those lanes of `mask` that continue there.
    llvm::SmallVector<std::pair<llvm::BasicBlock*, llvm::Value*>, 2> edges_of(llvm::Instruction& terminator,
                                                                              llvm::Value* mask);

    /// Returns selects that replace `phi` in straight-line code: each lane gets the value of the edge that it took.
    /// `otherwise` is the value of lanes that took none of `edges`; null if there are no such lanes.
    llvm::Value* blend(llvm::IRBuilderBase& at, llvm::PHINode& phi, llvm::ArrayRef<MaskedEdge> edges,
                       llvm::Value* otherwise);

    /// Makes a phi of masks at the start of `block`.
    llvm::PHINode* phi(llvm::BasicBlock& block, const llvm::Twine& name);

    /// Returns every value that was made or used as a mask.
    const llvm::SmallPtrSetImpl<llvm::Value*>& masks() const { return masks_; }

private:
    llvm::Value* remember(llvm::Value* mask);

    llvm::SmallPtrSet<llvm::Value*, 32> masks_;
};

}  // namespace lanewise::compiler

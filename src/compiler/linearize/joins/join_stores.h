// Stores to places side by side become one of a source vector: what a work-item writes of a structure, a complex number
// or a pixel. Lanes' vectors then lie one behind the other, or each lane stores its own at once, where otherwise each
// of them is a scatter, or a store with gaps.
//
//   store float %x, ptr %p                     %v = <%x, %y, %z, %w>
//   ... %y, %z, %w to %p + 4, 8, 12            store <4 x float> %v, ptr %p, align 4
//
// Nothing else is written than before, under the same mask; nothing between the stores reads or writes what they do.
// Not where lanes' places overlap, and not to the private arrays, whose elements do not lie side by side.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

enum class Joins : std::uint8_t {
    all,
    without_gaps,  // whose vectors fill memory, one lane's behind the other's
};

/// Of linearized kernels that are about to be widened to `lanes`.
struct JoinStores : llvm::PassInfoMixin<JoinStores> {
    JoinStores(unsigned lanes, Joins joins) : lanes_(lanes), joins_(joins) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    unsigned lanes_;
    Joins joins_;
};

}  // namespace lanewise::compiler

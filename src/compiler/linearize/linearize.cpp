#include "compiler/linearize/linearize.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/Local.h>

#include <cassert>

#include "compiler/analysis/invariants.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/linearize/masks/agreed_conditions.h"
#include "compiler/linearize/masks/divergence.h"
#include "compiler/linearize/masks/region_linearizer.h"
#include "compiler/linearize/masks/repair_ssa.h"
#include "compiler/linearize/masks/uniform_conditions.h"
#include "compiler/simplify/loops/reducible_flow.h"

namespace lanewise::compiler {
namespace {

// Removes unused instructions, since masks are computed for every edge and most of these masks are not used.
void drop_unused(llvm::Function& function) {
    llvm::SmallVector<llvm::WeakTrackingVH, 64> unused;
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
            if (llvm::isInstructionTriviallyDead(&instruction)) unused.push_back(&instruction);
    llvm::RecursivelyDeleteTriviallyDeadInstructionsPermissive(unused);
    for (llvm::BasicBlock& block : function) llvm::DeleteDeadPHIs(&block);
}

}  // namespace

llvm::PreservedAnalyses Linearize::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (function.isDeclaration() || has_irreducible_flow(function)) return llvm::PreservedAnalyses::all();
    assert(decisions_are_proved(function));
    mark_uniform_conditions(function);
    Uniformity uniformity(function);
    const llvm::DominatorTree dominators(function);
    llvm::LoopInfo loops(dominators);
    Divergence divergence(function, loops, uniformity);
    if (!divergence.any()) return llvm::PreservedAnalyses::none();
    AgreedConditions agreed(function);
    Linearizer linearizer(function, loops, divergence);
    linearizer.run();
    repair_ssa(function, linearizer.masks());
    drop_unused(function);
    agreed.wrap();
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

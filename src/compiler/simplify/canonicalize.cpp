#include "compiler/simplify/canonicalize.h"

#include <llvm/IR/Function.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "compiler/analysis/group_decisions.h"
#include "compiler/ir/function_body.h"
#include "compiler/ir/operations.h"
#include "compiler/ir/passes/apply.h"
#include "compiler/simplify/combine/combine_instructions.h"
#include "compiler/simplify/loops/narrow_steps.h"
#include "compiler/simplify/loops/outliving_invariants.h"
#include "compiler/simplify/loops/reducible_flow.h"
#include "compiler/simplify/loops/wide_indices.h"
#include "compiler/simplify/values/own_copies.h"
#include "compiler/simplify/values/promote_variables.h"

namespace lanewise::compiler {
namespace {

void simplify_flow(llvm::Function& function, llvm::FunctionAnalysisManager& analyses, bool thread) {
    // For a `break` out of a scope with variables, Clang makes a switch on the jump's target. JumpThreading can remove
    // the switch once the switch is converted to a comparison and a branch.
    const auto flow = llvm::SimplifyCFGOptions().convertSwitchRangeToICmp(true);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SimplifyCFGPass(flow));
    if (thread) {
        passes.addPass(llvm::JumpThreadingPass());
        passes.addPass(llvm::SimplifyCFGPass(flow));
    }
    apply(function, analyses, std::move(passes));
}

// Simplifies the control flow, but undoes a simplification after which more barriers need a group vote. JumpThreading
// may copy a branch that is uniform in the group to places after a divergent branch. The copies then appear to decide
// whether work-items reach later barriers. If this happens, the flow is simplified without JumpThreading or not at all.
void simplify_flow_around_barriers(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    for (const bool thread : {true, false}) {
        llvm::Function& before = copy_function(function);
        simplify_flow(function, analyses, thread);
        const std::size_t decisions = unproved_decisions(function).size();
        if (decisions == 0 || decisions <= unproved_decisions(before).size()) return before.eraseFromParent();
        take_body(function, before);
        analyses.clear(function, function.getName());
    }
}

}  // namespace

llvm::PreservedAnalyses Canonicalize::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    llvm::FunctionPassManager values;
    values.addPass(llvm::LowerExpectIntrinsicPass());
    values.addPass(PromoteVariables());
    values.addPass(OwnCopies());
    values.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    values.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/false));
    values.addPass(WideIndices());
    values.addPass(NarrowSteps());
    values.addPass(CombineInstructions());
    values.addPass(UnmaskedIndices());
    apply(function, analyses, std::move(values));
    if (has_barriers(function))
        simplify_flow_around_barriers(function, analyses);
    else
        simplify_flow(function, analyses, /*thread=*/true);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::UnifyFunctionExitNodesPass());
    passes.addPass(ReducibleFlow());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(OutlivingInvariants());
    passes.addPass(llvm::LCSSAPass());
    passes.run(function, analyses);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

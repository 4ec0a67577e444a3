#include "compiler/passes/canonicalize.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/LowerExpectIntrinsic.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/LCSSA.h>
#include <llvm/Transforms/Utils/LoopSimplify.h>
#include <llvm/Transforms/Utils/UnifyFunctionExitNodes.h>

#include "compiler/passes/combine_instructions.h"
#include "compiler/passes/promote_variables.h"
#include "compiler/passes/reducible_flow.h"

namespace lanewise::compiler {
namespace {

// Nobody else sees a work-item's variables: being volatile means nothing there, but keeps them out of registers.
void forget_private_volatility(llvm::Function& function) {
    const auto is_private = [](const llvm::Value* pointer) {
        return llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(pointer));
    };
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction); load && is_private(load->getPointerOperand()))
            load->setVolatile(false);
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction);
            store && is_private(store->getPointerOperand()))
            store->setVolatile(false);
    }
}

}  // namespace

llvm::PreservedAnalyses Canonicalize::run(llvm::Function& function,
                                          llvm::FunctionAnalysisManager& analyses) {
    forget_private_volatility(function);
    llvm::FunctionPassManager passes;
    // A `break` in a scope with variables goes through a switch over where to go: as an if it is threaded.
    const auto flow = llvm::SimplifyCFGOptions().convertSwitchRangeToICmp(true);
    passes.addPass(llvm::LowerExpectIntrinsicPass());
    passes.addPass(PromoteVariables());
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::EarlyCSEPass(/*UseMemorySSA=*/false));
    passes.addPass(CombineInstructions());
    passes.addPass(llvm::SimplifyCFGPass(flow));
    passes.addPass(llvm::JumpThreadingPass());
    passes.addPass(llvm::SimplifyCFGPass(flow));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(llvm::UnifyFunctionExitNodesPass());
    passes.addPass(ReducibleFlow());
    passes.addPass(llvm::LoopSimplifyPass());
    passes.addPass(llvm::LCSSAPass());
    return passes.run(function, analyses);
}

}  // namespace lanewise::compiler

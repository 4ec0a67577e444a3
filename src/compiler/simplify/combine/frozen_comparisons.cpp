#include "compiler/simplify/combine/frozen_comparisons.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/combine/stand_in.h"

namespace lanewise::compiler {
namespace {

using Freezes = llvm::SmallVector<llvm::FreezeInst*, 32>;

Freezes frozen_comparisons(llvm::Function& function) {
    Freezes result;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction);
            freeze && freeze->getType()->isVectorTy() && llvm::isa<llvm::FCmpInst>(freeze->getOperand(0)))
            result.push_back(freeze);
    return result;
}

// Moves the freeze to directly after its operand's definition, and replaces all other uses of the operand by the frozen
// value.
void take_all_uses(llvm::FreezeInst& freeze, const llvm::DominatorTree& dominators) {
    auto* operand = llvm::cast<llvm::Instruction>(freeze.getOperand(0));
    if (const auto place = operand->getInsertionPointAfterDef(); place && &**place != &freeze)
        freeze.moveBefore(*(*place)->getParent(), *place);
    operand->replaceUsesWithIf(
        &freeze, [&](const llvm::Use& use) { return use.getUser() != &freeze && dominators.dominates(&freeze, use); });
}

}  // namespace

llvm::FunctionCallee FrozenComparisons::stand_in(llvm::Module& module, llvm::Type* type) {
    for (llvm::Function* known : stand_ins_)
        if (known->getReturnType() == type) return known;
    llvm::Function* function = create_stand_in(module, op::frozen, type);
    function->addRetAttr(llvm::Attribute::NoUndef);
    stand_ins_.push_back(function);
    return function;
}

bool FrozenComparisons::hide(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.getInstructionCount() <= budget::shown_freezes) return false;
    const Freezes freezes = frozen_comparisons(function);
    if (freezes.empty()) return false;
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (llvm::FreezeInst* freeze : freezes) {
        llvm::Value* operand = freeze->getOperand(0);
        llvm::Value* shown = operand;
        // Test the operand only now, since an earlier freeze of the same comparison may have replaced this operand.
        if (!llvm::isGuaranteedNotToBeUndefOrPoison(operand)) {
            take_all_uses(*freeze, dominators);
            llvm::IRBuilder<> builder(freeze);
            llvm::CallInst* call = builder.CreateCall(stand_in(*function.getParent(), freeze->getType()), {operand});
            call->takeName(freeze);
            shown = call;
        }
        freeze->replaceAllUsesWith(shown);
        freeze->eraseFromParent();
    }
    return true;
}

void FrozenComparisons::show() {
    for (llvm::Function* function : stand_ins_) {
        for (llvm::User* user : llvm::make_early_inc_range(function->users())) {
            auto* call = llvm::cast<llvm::CallInst>(user);
            llvm::IRBuilder<> builder(call);
            llvm::Value* frozen = builder.CreateFreeze(call->getArgOperand(0));
            frozen->takeName(call);
            call->replaceAllUsesWith(frozen);
            call->eraseFromParent();
        }
        function->eraseFromParent();
    }
    stand_ins_.clear();
}

}  // namespace lanewise::compiler

#include "compiler/simplify/combine/combine_instructions.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/PatternMatch.h>
#include <llvm/IR/ValueHandle.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/simplify/combine/frozen_comparisons.h"
#include "compiler/simplify/combine/stand_in.h"

namespace lanewise::compiler {
namespace {

llvm::Function* hiding_function(llvm::Module& module, llvm::Type* pointer) {
    llvm::Function* known = module.getFunction(op::hidden);
    return known ? known : create_stand_in(module, op::hidden, pointer);
}

// Whether the use can refer to the stand-in instead of the variable. Lifetime markers need the variable itself.
bool can_be_hidden(const llvm::Use& use) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    return !user->isLifetimeStartOrEnd();
}

llvm::SmallVector<llvm::CallInst*, 4> hide_variables(llvm::Function& function) {
    llvm::SmallVector<llvm::AllocaInst*, 4> variables;
    for (llvm::Instruction& instruction : function.getEntryBlock())
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction);
            variable && variable->hasNUsesOrMore(budget::shown_uses))
            variables.push_back(variable);
    llvm::SmallVector<llvm::CallInst*, 4> hidden;
    for (llvm::AllocaInst* variable : variables) {
        llvm::IRBuilder<> builder(variable->getNextNode());
        llvm::CallInst* call =
            builder.CreateCall(hiding_function(*function.getParent(), variable->getType()), {variable});
        variable->replaceUsesWithIf(call,
                                    [&](const llvm::Use& use) { return use.getUser() != call && can_be_hidden(use); });
        hidden.push_back(call);
    }
    return hidden;
}

void show_variables(llvm::Function& function) {
    llvm::Function* hiding = function.getParent()->getFunction(op::hidden);
    for (llvm::User* user : llvm::make_early_inc_range(hiding->users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
    }
    hiding->eraseFromParent();
}

llvm::SmallVector<llvm::IntrinsicInst*, 16> masked_loads(llvm::Function& function) {
    llvm::SmallVector<llvm::IntrinsicInst*, 16> result;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* call = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
            call && call->getIntrinsicID() == llvm::Intrinsic::masked_load)
            result.push_back(call);
    return result;
}

// Returns the operand that `choice` selects in lanes where `load` is masked off; null if `choice` does not select by
// the mask of `load`.
llvm::Value* value_elsewhere(llvm::SelectInst& choice, const llvm::IntrinsicInst& load) {
    using namespace llvm::PatternMatch;
    llvm::Value* mask = load.getArgOperand(1);
    if (choice.getTrueValue() == &load && choice.getCondition() == mask) return choice.getFalseValue();
    if (choice.getFalseValue() == &load && match(choice.getCondition(), m_Not(m_Specific(mask))))
        return choice.getTrueValue();
    return nullptr;
}

void take_in_choice(llvm::IntrinsicInst& load, const llvm::DominatorTree& dominators) {
    auto* choice = load.hasOneUse() ? llvm::dyn_cast<llvm::SelectInst>(load.user_back()) : nullptr;
    llvm::Value* elsewhere = choice ? value_elsewhere(*choice, load) : nullptr;
    if (!elsewhere || elsewhere == &load || !dominators.dominates(elsewhere, &load)) return;
    load.setArgOperand(2, elsewhere);
    choice->replaceAllUsesWith(&load);
    choice->eraseFromParent();
}

llvm::SmallVector<llvm::WeakVH, 16> hide_masked_loads(llvm::Function& function,
                                                      llvm::FunctionAnalysisManager& analyses) {
    llvm::SmallVector<llvm::WeakVH, 16> hidden;
    const auto loads = masked_loads(function);
    if (loads.empty()) return hidden;
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (llvm::IntrinsicInst* load : loads) {
        take_in_choice(*load, dominators);
        auto* shown = new llvm::FreezeInst(load, load->getName(), std::next(load->getIterator()));
        load->replaceUsesWithIf(shown, [&](const llvm::Use& use) { return use.getUser() != shown; });
        hidden.emplace_back(shown);
    }
    return hidden;
}

void show_masked_loads(llvm::ArrayRef<llvm::WeakVH> hidden) {
    for (const llvm::WeakVH& one : hidden)
        if (auto* shown = llvm::dyn_cast_or_null<llvm::FreezeInst>(static_cast<llvm::Value*>(one))) {
            shown->replaceAllUsesWith(shown->getOperand(0));
            shown->eraseFromParent();
        }
}

}  // namespace

llvm::PreservedAnalyses CombineInstructions::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    const bool hides = !hide_variables(function).empty();
    FrozenComparisons frozen;
    const bool hides_frozen = frozen.hide(function, analyses);
    const auto hidden = hide_masked_loads(function, analyses);
    llvm::PreservedAnalyses preserved = llvm::InstCombinePass().run(function, analyses);
    show_masked_loads(hidden);
    frozen.show();
    if (hides) show_variables(function);
    return hides || hides_frozen || !hidden.empty() ? llvm::PreservedAnalyses::none() : preserved;
}

}  // namespace lanewise::compiler

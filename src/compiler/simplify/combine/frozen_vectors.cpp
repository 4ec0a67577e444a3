#include "compiler/simplify/combine/frozen_vectors.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using Freezes = llvm::SmallVector<llvm::FreezeInst*, 32>;

bool is_frozen_vector(const llvm::Value* value) {
    const auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(value);
    return freeze && freeze->getType()->isVectorTy() && llvm::isa<llvm::Instruction>(freeze->getOperand(0));
}

Freezes frozen_vectors(llvm::Function& function) {
    Freezes result;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (is_frozen_vector(&instruction)) result.push_back(llvm::cast<llvm::FreezeInst>(&instruction));
    return result;
}

bool may_be_poison(const llvm::Value* value) {
    return !llvm::isa<llvm::MetadataAsValue>(value) && !llvm::isGuaranteedNotToBeUndefOrPoison(value);
}

// Whether `value` is poison only where its operands are, or its flags say so. Chains of floating-point operations are
// as long as kernels: a comparison of these is frozen itself.
bool makes_no_poison(const llvm::Value* value) {
    return llvm::isa<llvm::ICmpInst, llvm::BinaryOperator, llvm::CastInst, llvm::SelectInst>(value) &&
           value->getType()->isIntOrIntVectorTy() &&
           !llvm::canCreateUndefOrPoison(llvm::cast<llvm::Operator>(value), /*ConsiderFlagsAndMetadata=*/false);
}

/// Operations that a freeze moves past, and their operands that are frozen instead.
struct Way {
    llvm::SmallSetVector<llvm::Instruction*, 8> operations;
    llvm::SmallVector<llvm::Use*, 8> operands;
};

// Nothing to move past: none, or too many operations.
Way way_up(const llvm::FreezeInst& freeze) {
    Way way;
    const auto pass = [&](llvm::Value* value) {
        return makes_no_poison(value) && (way.operations.insert(llvm::cast<llvm::Instruction>(value)), true);
    };
    pass(freeze.getOperand(0));
    for (std::size_t at = 0; at < way.operations.size(); ++at) {
        if (way.operations.size() > budget::passed_by_freeze) return {};
        for (llvm::Use& operand : way.operations[at]->operands())
            if (may_be_poison(operand) && !pass(operand)) way.operands.push_back(&operand);
    }
    return way;
}

// Freezes what the operand of `freeze` is made of, if it may; new freezes are added to `made`.
bool move_to_operands(llvm::FreezeInst& freeze, Freezes& made) {
    const Way way = way_up(freeze);
    if (way.operations.empty()) return false;
    for (llvm::Use* use : way.operands) {
        llvm::IRBuilder<> builder(llvm::cast<llvm::Instruction>(use->getUser()));
        llvm::Value* frozen = builder.CreateFreeze(use->get(), use->get()->getName() + ".fr");
        use->set(frozen);
        if (is_frozen_vector(frozen)) made.push_back(llvm::cast<llvm::FreezeInst>(frozen));
    }
    for (llvm::Instruction* operation : way.operations) operation->dropPoisonGeneratingAnnotations();
    freeze.replaceAllUsesWith(freeze.getOperand(0));
    freeze.eraseFromParent();
    return true;
}

// Next to the definition of what it freezes, so that all uses behind take what is frozen.
void take_all_uses(llvm::FreezeInst& freeze, const llvm::DominatorTree& dominators) {
    auto* operand = llvm::cast<llvm::Instruction>(freeze.getOperand(0));
    if (const auto place = operand->getInsertionPointAfterDef(); place && &**place != &freeze)
        freeze.moveBefore(*(*place)->getParent(), *place);
    operand->replaceUsesWithIf(
        &freeze, [&](const llvm::Use& use) { return use.getUser() != &freeze && dominators.dominates(&freeze, use); });
}

}  // namespace

llvm::FunctionCallee FrozenVectors::stand_in(llvm::Module& module, llvm::Type* type) {
    for (llvm::Function* known : stand_ins_)
        if (known->getReturnType() == type) return known;
    auto* function = llvm::Function::Create(llvm::FunctionType::get(type, {type}, false),
                                            llvm::GlobalValue::ExternalLinkage, op::frozen, module);
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    function->addRetAttr(llvm::Attribute::NoUndef);
    stand_ins_.push_back(function);
    return function;
}

bool FrozenVectors::hide(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (function.getInstructionCount() <= budget::shown_freezes) return false;
    Freezes work = frozen_vectors(function), placed;
    if (work.empty()) return false;
    while (!work.empty()) {
        llvm::FreezeInst* freeze = work.pop_back_val();
        if (!move_to_operands(*freeze, work)) placed.push_back(freeze);
    }
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (llvm::FreezeInst* freeze : placed) {
        // Another one may have taken the place of its operand.
        if (!is_frozen_vector(freeze)) continue;
        llvm::Value* operand = freeze->getOperand(0);
        llvm::Value* shown = operand;
        if (may_be_poison(operand)) {
            take_all_uses(*freeze, dominators);
            if (!freeze->getType()->isIntOrIntVectorTy() ||
                !llvm::computeKnownBits(operand, function.getDataLayout()).isUnknown())
                continue;
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

void FrozenVectors::show() {
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

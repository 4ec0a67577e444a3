#include "compiler/simplify/combine/frozen_vectors.h"

#include <llvm/Analysis/ValueTracking.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Support/KnownBits.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

llvm::SmallVector<llvm::FreezeInst*, 32> frozen_vectors(llvm::Function& function) {
    llvm::SmallVector<llvm::FreezeInst*, 32> result;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (auto* freeze = llvm::dyn_cast<llvm::FreezeInst>(&instruction);
            freeze && freeze->getType()->isVectorTy() && freeze->getType()->isIntOrIntVectorTy() &&
            llvm::isa<llvm::Instruction>(freeze->getOperand(0)))
            result.push_back(freeze);
    return result;
}

void use_in_place_of(llvm::FreezeInst& freeze, llvm::Value* value) {
    freeze.replaceAllUsesWith(value);
    freeze.eraseFromParent();
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
    const auto all = frozen_vectors(function);
    if (all.empty()) return false;
    const auto& dominators = analyses.getResult<llvm::DominatorTreeAnalysis>(function);
    for (llvm::FreezeInst* freeze : all) {
        llvm::Value* operand = freeze->getOperand(0);
        if (llvm::isGuaranteedNotToBeUndefOrPoison(operand)) {
            use_in_place_of(*freeze, operand);
            continue;
        }
        operand->replaceUsesWithIf(
            freeze, [&](const llvm::Use& use) { return use.getUser() != freeze && dominators.dominates(freeze, use); });
        if (!llvm::computeKnownBits(operand, function.getDataLayout()).isUnknown()) continue;
        llvm::IRBuilder<> builder(freeze);
        llvm::CallInst* call = builder.CreateCall(stand_in(*function.getParent(), freeze->getType()), {operand});
        call->takeName(freeze);
        use_in_place_of(*freeze, call);
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

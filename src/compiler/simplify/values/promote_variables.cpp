#include "compiler/simplify/values/promote_variables.h"

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/Transforms/Utils/PromoteMemToReg.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

using Accesses = llvm::SmallVector<llvm::Instruction*, 16>;

// Returns the loads and stores of `variable`; empty if this pass does not promote the variable.
Accesses accesses_of(llvm::AllocaInst& variable) {
    if (!llvm::isAllocaPromotable(&variable)) return {};
    Accesses accesses;
    llvm::SmallPtrSet<llvm::BasicBlock*, 8> blocks;
    for (llvm::User* user : variable.users()) {
        auto* access = llvm::cast<llvm::Instruction>(user);
        if (access->isLifetimeStartOrEnd()) continue;
        if (!llvm::isa<llvm::LoadInst, llvm::StoreInst>(access)) return {};
        accesses.push_back(access);
        blocks.insert(access->getParent());
        if (blocks.size() > budget::blocks_of_variable) return {};
    }
    return accesses;
}

void promote(llvm::AllocaInst& variable, const Accesses& accesses) {
    for (llvm::User* user : llvm::make_early_inc_range(variable.users())) {
        auto* marker = llvm::cast<llvm::Instruction>(user);
        if (marker->isLifetimeStartOrEnd()) marker->eraseFromParent();
    }
    llvm::SSAUpdater updater;
    llvm::LoadAndStorePromoter(accesses, updater, variable.getName()).run(accesses);
    variable.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses PromoteVariables::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (function.size() < budget::many_blocks) return llvm::PreservedAnalyses::all();
    llvm::SmallVector<llvm::AllocaInst*, 16> variables;
    for (llvm::Instruction& instruction : function.getEntryBlock())
        if (auto* variable = llvm::dyn_cast<llvm::AllocaInst>(&instruction)) variables.push_back(variable);
    bool changed = false;
    for (llvm::AllocaInst* variable : variables) {
        const Accesses accesses = accesses_of(*variable);
        if (accesses.empty()) continue;
        promote(*variable, accesses);
        changed = true;
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler

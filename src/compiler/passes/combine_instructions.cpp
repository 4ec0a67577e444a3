#include "compiler/passes/combine_instructions.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>

#include "compiler/budget.h"

namespace lanewise::compiler {
namespace {

// Not a property of the kernel's code: it is gone when the pass is over.
llvm::FunctionCallee hiding_function(llvm::Module& module, llvm::Type* pointer) {
    llvm::FunctionCallee callee =
        module.getOrInsertFunction("ocl.hidden", llvm::FunctionType::get(pointer, {pointer}, false));
    auto* function = llvm::cast<llvm::Function>(callee.getCallee());
    function->setDoesNotAccessMemory();
    function->setDoesNotThrow();
    function->setWillReturn();
    return callee;
}

// A lifetime marker takes nothing but the variable itself.
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
        variable->replaceUsesWithIf(
            call, [&](const llvm::Use& use) { return use.getUser() != call && can_be_hidden(use); });
        hidden.push_back(call);
    }
    return hidden;
}

void show_variables(llvm::Function& function) {
    llvm::Function* hiding = function.getParent()->getFunction("ocl.hidden");
    for (llvm::User* user : llvm::make_early_inc_range(hiding->users())) {
        auto* call = llvm::cast<llvm::CallInst>(user);
        call->replaceAllUsesWith(call->getArgOperand(0));
        call->eraseFromParent();
    }
    hiding->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses CombineInstructions::run(llvm::Function& function,
                                                 llvm::FunctionAnalysisManager& analyses) {
    const bool hides = !hide_variables(function).empty();
    llvm::PreservedAnalyses preserved = llvm::InstCombinePass().run(function, analyses);
    if (hides) show_variables(function);
    return hides ? llvm::PreservedAnalyses::none() : preserved;
}

}  // namespace lanewise::compiler

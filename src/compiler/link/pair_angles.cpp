#include "compiler/link/pair_angles.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/Instructions.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include <string>

#include "compiler/link/link.h"

namespace lanewise::compiler {
namespace {

constexpr llvm::StringLiteral sine = "_Z3sin", cosine = "_Z3cos";

struct Pair {
    llvm::Function* function = nullptr;
    llvm::CallInst* sine = nullptr;
    llvm::CallInst* cosine = nullptr;
    llvm::CallInst* both = nullptr;
    llvm::AllocaInst* second = nullptr;  // variable in which the call `both` of sincos stores the cosine
};

// True for a call of the builtin `name` on floats. Sine and cosine of doubles share no work.
bool is_call_of(const llvm::CallInst& call, llvm::StringRef name) {
    const llvm::Function* callee = call.getCalledFunction();
    return callee && callee->isDeclaration() && callee->getName().starts_with(name) && call.arg_size() == 1 &&
           call.getType()->getScalarType()->isFloatTy() && call.getType() == call.getArgOperand(0)->getType();
}

void find_pairs(llvm::BasicBlock& block, llvm::SmallVectorImpl<Pair>& pairs) {
    llvm::SmallMapVector<llvm::Value*, Pair, 4> angles;
    for (llvm::Instruction& instruction : block) {
        auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction);
        if (!call) continue;
        if (is_call_of(*call, sine)) angles[call->getArgOperand(0)].sine = call;
        if (is_call_of(*call, cosine)) angles[call->getArgOperand(0)].cosine = call;
    }
    for (const auto& [angle, pair] : angles)
        if (pair.sine && pair.cosine) pairs.push_back({block.getParent(), pair.sine, pair.cosine});
}

// Inserts a call of sincos before a call of sine and a call of cosine. The caller of this function removes the calls of
// sine and cosine.
void call_both(Pair& pair) {
    llvm::Function& function = *pair.function;
    llvm::Type* type = pair.sine->getType();
    const llvm::StringRef width = pair.sine->getCalledFunction()->getName().substr(sine.size());
    const std::string name = "_Z6sincos" + width.str() + (type->isVectorTy() ? "PS_" : "Pf");
    llvm::IRBuilder<> builder(&function.getEntryBlock(), function.getEntryBlock().begin());
    pair.second = builder.CreateAlloca(type);
    llvm::FunctionCallee callee = function.getParent()->getOrInsertFunction(name, type, type, pair.second->getType());
    builder.SetInsertPoint(pair.sine->comesBefore(pair.cosine) ? pair.sine : pair.cosine);
    pair.both = builder.CreateCall(callee, {pair.sine->getArgOperand(0), pair.second});
    pair.both->setCallingConv(pair.sine->getCallingConv());
    if (auto* declared = llvm::dyn_cast<llvm::Function>(callee.getCallee()); declared && declared->isDeclaration())
        declared->setCallingConv(pair.sine->getCallingConv());
}

void replace(const Pair& pair) {
    llvm::IRBuilder<> builder(pair.both->getNextNode());
    pair.cosine->replaceAllUsesWith(builder.CreateLoad(pair.cosine->getType(), pair.second));
    pair.sine->replaceAllUsesWith(pair.both);
    pair.sine->eraseFromParent();
    pair.cosine->eraseFromParent();
    llvm::InlineFunctionInfo info;
    llvm::InlineFunction(*pair.both, info);
}

void take_back(const Pair& pair) {
    pair.both->eraseFromParent();
    pair.second->eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses PairAngles::run(llvm::Module& module, llvm::ModuleAnalysisManager& analyses) {
    llvm::SmallVector<Pair, 4> pairs;
    for (llvm::Function& function : module)
        for (llvm::BasicBlock& block : function) find_pairs(block, pairs);
    if (pairs.empty()) return llvm::PreservedAnalyses::all();
    llvm::SmallPtrSet<llvm::Function*, 4> changed, inlined;
    for (Pair& pair : pairs) call_both(pair);
    std::string log;
    const bool is_linked = link_builtins(module, BuiltinStage::early, log);
    for (const Pair& pair : pairs) {
        changed.insert(pair.function);
        inlined.insert(pair.both->getCalledFunction());
        if (is_linked)
            replace(pair);
        else
            take_back(pair);
    }
    for (llvm::Function* function : inlined)
        if (function->use_empty()) function->eraseFromParent();
    auto& of_functions = analyses.getResult<llvm::FunctionAnalysisManagerModuleProxy>(module).getManager();
    for (llvm::Function* function : changed) {
        of_functions.invalidate(*function, llvm::PreservedAnalyses::none());
        of_functions.invalidate(*function, llvm::SROAPass(llvm::SROAOptions::PreserveCFG).run(*function, of_functions));
    }
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

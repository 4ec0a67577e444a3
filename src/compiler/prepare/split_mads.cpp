#include "compiler/prepare/split_mads.h"

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/IntrinsicInst.h>
#include <llvm/IR/Operator.h>

namespace lanewise::compiler {

llvm::PreservedAnalyses SplitMads::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        auto* mad = llvm::dyn_cast<llvm::IntrinsicInst>(&instruction);
        if (!mad || mad->getIntrinsicID() != llvm::Intrinsic::fmuladd || !mad->hasAllowReassoc()) continue;
        llvm::IRBuilder<> builder(mad);
        llvm::FastMathFlags flags = mad->getFastMathFlags();
        flags.setAllowContract(true);
        builder.setFastMathFlags(flags);
        llvm::Value* product = builder.CreateFMul(mad->getArgOperand(0), mad->getArgOperand(1));
        mad->replaceAllUsesWith(builder.CreateFAdd(product, mad->getArgOperand(2)));
        mad->eraseFromParent();
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler

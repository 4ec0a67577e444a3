#include "compiler/linearize/one_lane_sums.h"

#include <llvm/IR/Constants.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/operations.h"

namespace lanewise::compiler {

llvm::PreservedAnalyses OneLaneSums::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) {
        if (!(traits_of(&instruction) & trait::over_lanes)) continue;
        auto& call = llvm::cast<llvm::CallInst>(instruction);
        call.replaceAllUsesWith(as_operation(&call, op::lanes_before) ? llvm::Constant::getNullValue(call.getType())
                                                                      : call.getArgOperand(0));
        call.eraseFromParent();
        changed = true;
    }
    if (!changed) return llvm::PreservedAnalyses::all();
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
}

}  // namespace lanewise::compiler

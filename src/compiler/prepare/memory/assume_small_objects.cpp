#include "compiler/prepare/memory/assume_small_objects.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>

#include "compiler/analysis/small_indices.h"
#include "compiler/ir/facts.h"

namespace lanewise::compiler {

llvm::PreservedAnalyses AssumeSmallObjects::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    // Only kernels are changed: the runtime checks the arguments of kernels, whereas arguments of other functions may
    // point anywhere.
    if (large_launch_ || function.getCallingConv() != llvm::CallingConv::SPIR_KERNEL)
        return llvm::PreservedAnalyses::all();
    bool any = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        auto* address = llvm::dyn_cast<llvm::GetElementPtrInst>(&instruction);
        llvm::Use* index = address ? small_index(*address) : nullptr;
        if (!index) continue;
        any = true;
        auto* unsigned_index = llvm::dyn_cast<llvm::ZExtInst>(*index);
        if (!unsigned_index || unsigned_index->hasNonNeg()) continue;
        index->set(llvm::IRBuilder<>(address).CreateSExt(unsigned_index->getOperand(0), unsigned_index->getType()));
        if (unsigned_index->use_empty()) unsigned_index->eraseFromParent();
    }
    if (!any) return llvm::PreservedAnalyses::all();
    function.addFnAttr(fact::small_objects);
    llvm::PreservedAnalyses preserved;
    preserved.preserveSet<llvm::CFGAnalyses>();
    return preserved;
}

}  // namespace lanewise::compiler

#include "compiler/prepare/plain_local_memory.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"

namespace lanewise::compiler {

llvm::PreservedAnalyses PlainLocalMemory::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    bool changed = false;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!instruction.isVolatile() || instruction.isAtomic()) continue;
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (!pointer || pointer->getType()->getPointerAddressSpace() != local_space) continue;
        if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) load->setVolatile(false);
        if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) store->setVolatile(false);
        changed = true;
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler

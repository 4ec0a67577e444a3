#include "compiler/prepare/memory/plain_local_memory.h"

#include <llvm/ADT/SmallVector.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

using llvm::dyn_cast;

using Accesses = llvm::SmallVector<llvm::Instruction*>;

Accesses volatile_local_accesses(llvm::Function& function) {
    Accesses found;
    for (llvm::Instruction& instruction : llvm::instructions(function)) {
        if (!instruction.isVolatile() || instruction.isAtomic()) continue;
        const llvm::Value* pointer = llvm::getLoadStorePointerOperand(&instruction);
        if (pointer && pointer->getType()->getPointerAddressSpace() == local_space) found.push_back(&instruction);
    }
    return found;
}

// Whether the access is a load whose value is unused. This load stays volatile, because a plain load without uses would
// be removed.
bool reads_for_nobody(const llvm::Instruction& access) {
    return llvm::isa<llvm::LoadInst>(access) && access.use_empty();
}

}  // namespace

llvm::PreservedAnalyses PlainLocalMemory::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    const Accesses accesses = volatile_local_accesses(function);
    for (llvm::Instruction* access : accesses) {
        if (reads_for_nobody(*access)) continue;
        new llvm::FenceInst(function.getContext(), llvm::AtomicOrdering::SequentiallyConsistent,
                            llvm::SyncScope::SingleThread, access->getIterator());
        if (auto* load = dyn_cast<llvm::LoadInst>(access)) load->setVolatile(false);
        if (auto* store = dyn_cast<llvm::StoreInst>(access)) store->setVolatile(false);
    }
    return preserves_flow(!accesses.empty());
}

}  // namespace lanewise::compiler

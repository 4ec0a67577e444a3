#include "compiler/lower/lower_atomics.h"

#include <llvm/IR/IRBuilder.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/address_spaces.h"
#include "compiler/ir/extremes.h"

namespace lanewise::compiler {
namespace {

llvm::SyncScope::ID host_scope(llvm::LLVMContext& context, llvm::SyncScope::ID scope) {
    if (scope == llvm::SyncScope::SingleThread) return scope;
    return scope == context.getOrInsertSyncScopeID("work_item") ? llvm::SyncScope::SingleThread
                                                                : llvm::SyncScope::System;
}

template <typename Access>
void lower_access(Access& access) {
    if (!access.isAtomic()) return;
    if (access.getPointerAddressSpace() == local_space)
        access.setAtomic(llvm::AtomicOrdering::NotAtomic);
    else
        access.setSyncScopeID(host_scope(access.getContext(), access.getSyncScopeID()));
}

//   %old = atomicrmw max ptr %p, i32 %x
// becomes
//   %seen = load atomic i32, ptr %p ; %changes = icmp sgt i32 %x, %seen
//   br i1 %changes, label %change, label %end
//   change: %before = atomicrmw max ptr %p, i32 %x
//   end: %old = phi i32 [ %seen, ... ], [ %before, %change ]
void look_first(llvm::AtomicRMWInst& atomic) {
    llvm::IRBuilder<> builder(&atomic);
    llvm::LoadInst* seen = builder.CreateAlignedLoad(atomic.getType(), atomic.getPointerOperand(), atomic.getAlign());
    seen->setAtomic(atomic.getOrdering(), atomic.getSyncScopeID());
    llvm::Value* changes = builder.CreateICmp(change_of(atomic), atomic.getValOperand(), seen);
    llvm::BasicBlock* before = atomic.getParent();
    llvm::Instruction* end = llvm::SplitBlockAndInsertIfThen(changes, atomic.getIterator(), /*Unreachable=*/false);
    atomic.moveBefore(end->getIterator());
    if (atomic.use_empty()) return;
    llvm::BasicBlock* after = end->getSuccessor(0);
    builder.SetInsertPoint(after, after->begin());
    llvm::PHINode* old = builder.CreatePHI(atomic.getType(), 2);
    atomic.replaceAllUsesWith(old);
    old->addIncoming(seen, before);
    old->addIncoming(&atomic, atomic.getParent());
}

void lower(llvm::Instruction& instruction) {
    llvm::LLVMContext& context = instruction.getContext();
    if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        if (rmw->getPointerAddressSpace() == local_space) {
            llvm::lowerAtomicRMWInst(rmw);
        } else {
            rmw->setSyncScopeID(host_scope(context, rmw->getSyncScopeID()));
            if (mostly_changes_nothing(*rmw)) look_first(*rmw);
        }
    } else if (auto* exchange = llvm::dyn_cast<llvm::AtomicCmpXchgInst>(&instruction)) {
        if (exchange->getPointerAddressSpace() == local_space)
            llvm::lowerAtomicCmpXchgInst(exchange);
        else
            exchange->setSyncScopeID(host_scope(context, exchange->getSyncScopeID()));
    } else if (auto* fence = llvm::dyn_cast<llvm::FenceInst>(&instruction)) {
        fence->setSyncScopeID(host_scope(context, fence->getSyncScopeID()));
    } else if (auto* load = llvm::dyn_cast<llvm::LoadInst>(&instruction)) {
        lower_access(*load);
    } else if (auto* store = llvm::dyn_cast<llvm::StoreInst>(&instruction)) {
        lower_access(*store);
    }
}

}  // namespace

llvm::PreservedAnalyses LowerAtomics::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    llvm::SmallVector<llvm::Instruction*, 16> accesses;
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (instruction.isAtomic()) accesses.push_back(&instruction);
    for (llvm::Instruction* access : accesses) lower(*access);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

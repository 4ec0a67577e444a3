#include "compiler/lower/lower_atomics.h"

#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/LowerAtomic.h>

#include "compiler/ir/address_spaces.h"

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

void lower(llvm::Instruction& instruction) {
    llvm::LLVMContext& context = instruction.getContext();
    if (auto* rmw = llvm::dyn_cast<llvm::AtomicRMWInst>(&instruction)) {
        if (rmw->getPointerAddressSpace() == local_space)
            llvm::lowerAtomicRMWInst(rmw);
        else
            rmw->setSyncScopeID(host_scope(context, rmw->getSyncScopeID()));
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
    for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::instructions(function))) lower(instruction);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

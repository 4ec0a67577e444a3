#include "compiler/passes/repair_ssa.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>
#include <llvm/Transforms/Utils/SSAUpdater.h>

namespace lanewise::compiler {
namespace {

bool is_in(const llvm::Use& use, const llvm::Loop& loop) {
    const auto* user = llvm::cast<llvm::Instruction>(use.getUser());
    if (const auto* phi = llvm::dyn_cast<llvm::PHINode>(user))
        return loop.contains(phi->getIncomingBlock(use));
    return loop.contains(user);
}

void repair(llvm::Instruction& definition, llvm::ArrayRef<llvm::Use*> uses, bool is_mask,
            const llvm::LoopInfo& loops) {
    // A value belongs to one iteration: it does not live on from the one before.
    llvm::BasicBlock* block = definition.getParent();
    const llvm::Loop* loop = loops.getLoopFor(block);
    while (loop && !llvm::all_of(uses, [&](llvm::Use* use) { return is_in(*use, *loop); }))
        loop = loop->getParentLoop();
    llvm::BasicBlock* start = loop ? loop->getHeader() : &block->getParent()->getEntryBlock();
    llvm::Type* type = definition.getType();
    llvm::SSAUpdater updater;
    updater.Initialize(type, definition.getName());
    updater.AddAvailableValue(start, is_mask ? llvm::Constant::getNullValue(type)
                                             : llvm::PoisonValue::get(type));
    updater.AddAvailableValue(block, &definition);
    for (llvm::Use* use : uses) updater.RewriteUse(*use);
}

}  // namespace

void repair_ssa(llvm::Function& function, const llvm::SmallPtrSetImpl<llvm::Value*>& masks) {
    const llvm::DominatorTree dominators(function);
    const llvm::LoopInfo loops(dominators);
    llvm::SmallVector<llvm::Instruction*, 64> definitions;
    for (llvm::BasicBlock& block : function)
        for (llvm::Instruction& instruction : block)
            if (!instruction.use_empty()) definitions.push_back(&instruction);
    for (llvm::Instruction* definition : definitions) {
        llvm::SmallVector<llvm::Use*, 8> broken;
        for (llvm::Use& use : definition->uses())
            if (!dominators.dominates(definition, use)) broken.push_back(&use);
        if (!broken.empty()) repair(*definition, broken, masks.contains(definition), loops);
    }
}

}  // namespace lanewise::compiler

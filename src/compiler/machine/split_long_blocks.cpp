#include "compiler/machine/split_long_blocks.h"

#include <llvm/IR/Function.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/limits/budget.h"

namespace lanewise::compiler {
namespace {

// Returns the instruction at which to split `block`; null if the block is short enough.
llvm::Instruction* find_cut(llvm::BasicBlock& block) {
    unsigned count = 0;
    for (llvm::Instruction& instruction : block)
        if (++count > budget::block_instructions && !llvm::isa<llvm::PHINode>(instruction) &&
            !llvm::isa<llvm::AllocaInst>(instruction))
            return instruction.isTerminator() ? nullptr : &instruction;
    return nullptr;
}

// Moves `cut` and all later instructions of its block to a new block.
llvm::BasicBlock* cut_block(llvm::Instruction& cut, llvm::BasicBlock& never) {
    llvm::BasicBlock* block = cut.getParent();
    llvm::BasicBlock* rest = block->splitBasicBlock(&cut, block->getName() + ".rest");
    block->getTerminator()->eraseFromParent();
    llvm::IRBuilder<> builder(block);
    builder.CreateCondBr(builder.CreateIsNotNull(block->getParent()->getArg(0), "more"), rest, &never);
    return rest;
}

}  // namespace

llvm::PreservedAnalyses SplitLongBlocks::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (function.arg_empty() || !function.getArg(0)->getType()->isPointerTy() || !function.getReturnType()->isVoidTy())
        return llvm::PreservedAnalyses::all();
    llvm::SmallVector<llvm::Instruction*, 8> cuts;
    for (llvm::BasicBlock& block : function)
        if (llvm::Instruction* cut = find_cut(block)) cuts.push_back(cut);
    if (cuts.empty()) return llvm::PreservedAnalyses::all();
    llvm::BasicBlock* never = llvm::BasicBlock::Create(function.getContext(), "never", &function);
    llvm::IRBuilder<>(never).CreateRetVoid();
    for (llvm::Instruction* cut : cuts)
        while (cut) cut = find_cut(*cut_block(*cut, *never));
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

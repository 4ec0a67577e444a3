#include "compiler/group/outline_parted.h"

#include <llvm/IR/Dominators.h>
#include <llvm/IR/InstIterator.h>
#include <llvm/IR/Module.h>
#include <llvm/Transforms/Utils/CodeExtractor.h>

#include "compiler/ir/operations.h"
#include "compiler/ir/parts.h"

namespace lanewise::compiler {
namespace {

llvm::CallInst* find_mark(llvm::Function& function) {
    for (llvm::Instruction& instruction : llvm::instructions(function))
        if (llvm::CallInst* call = as_operation(&instruction, op::parted)) return call;
    return nullptr;
}

// Returns the block of `mark`, followed by all other blocks that this block dominates.
llvm::SmallVector<llvm::BasicBlock*, 32> blocks_after(llvm::CallInst& mark, const llvm::DominatorTree& dominators) {
    llvm::SmallVector<llvm::BasicBlock*, 32> blocks;
    dominators.getDescendants(mark.getParent(), blocks);
    return blocks;
}

void outline(llvm::CallInst& mark) {
    llvm::Function& kernel = *mark.getFunction();
    mark.getParent()->splitBasicBlock(mark.getIterator(), "parted");
    llvm::DominatorTree dominators(kernel);
    const auto blocks = blocks_after(mark, dominators);
    mark.eraseFromParent();
    llvm::CodeExtractor extractor(blocks, &dominators, /*AggregateArgs=*/false, nullptr, nullptr, nullptr,
                                  /*AllowVarArgs=*/false, /*AllowAlloca=*/true, nullptr, "parted");
    if (!extractor.isEligible()) return;
    const llvm::CodeExtractorAnalysisCache cache(kernel);
    llvm::Function* parted = extractor.extractCodeRegion(cache);
    if (!parted) return;
    parted->addFnAttr(llvm::Attribute::NoInline);
    parted->addFnAttr(llvm::Attribute::OptimizeNone);
    parted->addFnAttr(llvm::Attribute::Cold);
}

}  // namespace

llvm::PreservedAnalyses OutlineParted::run(llvm::Module& module, llvm::ModuleAnalysisManager&) {
    llvm::Function* entry = find_part(module, Part::entry);
    llvm::CallInst* mark = entry ? find_mark(*entry) : nullptr;
    if (!mark) return llvm::PreservedAnalyses::all();
    for (; mark; mark = find_mark(*entry)) outline(*mark);
    return llvm::PreservedAnalyses::none();
}

}  // namespace lanewise::compiler

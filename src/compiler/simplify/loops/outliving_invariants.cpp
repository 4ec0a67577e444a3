#include "compiler/simplify/loops/outliving_invariants.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/passes/preserved.h"

namespace lanewise::compiler {
namespace {

bool is_used_after(const llvm::Instruction& instruction, const llvm::Loop& loop) {
    return llvm::any_of(instruction.users(),
                        [&](const llvm::User* user) { return !loop.contains(llvm::cast<llvm::Instruction>(user)); });
}

bool take_out(const llvm::Loop& loop) {
    llvm::BasicBlock* before = loop.getLoopPreheader();
    if (!before) return false;
    llvm::SmallVector<llvm::Instruction*, 8> used;
    for (llvm::BasicBlock* block : loop.blocks())
        for (llvm::Instruction& instruction : *block)
            if (is_used_after(instruction, loop)) used.push_back(&instruction);
    bool changed = false;
    for (llvm::Instruction* instruction : used) loop.makeLoopInvariant(instruction, changed, before->getTerminator());
    return changed;
}

}  // namespace

llvm::PreservedAnalyses OutlivingInvariants::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    bool changed = false;
    for (const llvm::Loop* loop : analyses.getResult<llvm::LoopAnalysis>(function).getLoopsInPreorder())
        changed |= take_out(*loop);
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler

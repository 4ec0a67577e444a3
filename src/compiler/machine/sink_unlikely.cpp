#include "compiler/machine/sink_unlikely.h"

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Instructions.h>

#include "compiler/ir/passes/preserved.h"
#include "compiler/limits/budget.h"
#include "compiler/limits/unlikely_block.h"

namespace lanewise::compiler {
namespace {

using llvm::cast;
using llvm::isa;

using Blocks = llvm::SmallSetVector<llvm::BasicBlock*, budget::sunk_copies>;

bool can_move(const llvm::Instruction& instruction) {
    return instruction.getType()->isVectorTy() && !isa<llvm::PHINode>(instruction) &&
           !instruction.mayReadOrWriteMemory() && !instruction.mayHaveSideEffects() && !instruction.use_empty() &&
           !isa<llvm::CallBase>(instruction);
}

// Returns the blocks of the instruction's users. Returns an empty list if any of these blocks is likely or in another
// loop, or if the instruction has users in too many blocks.
Blocks unlikely_users(llvm::Instruction& instruction, const llvm::LoopInfo& loops) {
    Blocks found;
    for (llvm::User* user : instruction.users()) {
        llvm::BasicBlock* block = cast<llvm::Instruction>(user)->getParent();
        if (isa<llvm::PHINode>(user) || block == instruction.getParent() || !is_unlikely(*block) ||
            loops.getLoopFor(block) != loops.getLoopFor(instruction.getParent()))
            return {};
        found.insert(block);
        if (found.size() > budget::sunk_copies) return {};
    }
    return found;
}

void move(llvm::Instruction& instruction, const Blocks& blocks) {
    for (llvm::BasicBlock* block : blocks) {
        llvm::Instruction* copy = instruction.clone();
        copy->insertBefore(block->getFirstInsertionPt());
        copy->setName(instruction.getName());
        instruction.replaceUsesWithIf(copy, [&](const llvm::Use& use) {
            return use.getUser() != copy && cast<llvm::Instruction>(use.getUser())->getParent() == block;
        });
    }
    instruction.eraseFromParent();
}

}  // namespace

llvm::PreservedAnalyses SinkUnlikely::run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
    if (llvm::none_of(function, is_unlikely)) return llvm::PreservedAnalyses::all();
    const llvm::LoopInfo& loops = analyses.getResult<llvm::LoopAnalysis>(function);
    bool changed = false;
    for (llvm::BasicBlock& block : function) {
        // Visits users before their operands: once all users of an operand have sunk, the operand can sink, too.
        for (llvm::Instruction& instruction : llvm::make_early_inc_range(llvm::reverse(block))) {
            if (!can_move(instruction)) continue;
            const Blocks blocks = unlikely_users(instruction, loops);
            if (blocks.empty()) continue;
            move(instruction, blocks);
            changed = true;
        }
    }
    return preserves_flow(changed);
}

}  // namespace lanewise::compiler

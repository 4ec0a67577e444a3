#include "compiler/linearize/masks/uniform_conditions.h"

#include <llvm/ADT/MapVector.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/group_decisions.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

using Blocks = llvm::SmallVector<llvm::BasicBlock*, 8>;

// Replaces the entries for the predecessor `source` in the phis of `target` by one entry for each of `blocks`. There
// may be several entries for `source`, one for each edge.
void split_entries(llvm::BasicBlock& target, llvm::BasicBlock* source, llvm::ArrayRef<llvm::BasicBlock*> blocks) {
    for (llvm::PHINode& phi : target.phis()) {
        llvm::Value* value = phi.getIncomingValueForBlock(source);
        while (phi.getBasicBlockIndex(source) >= 0) phi.removeIncomingValue(source, false);
        for (llvm::BasicBlock* block : blocks) phi.addIncoming(value, block);
    }
}

void lower_to_chain(llvm::SwitchInst& choice) {
    llvm::BasicBlock* source = choice.getParent();
    llvm::Value* value = choice.getCondition();
    llvm::BasicBlock* otherwise = choice.getDefaultDest();
    llvm::SmallVector<std::pair<llvm::ConstantInt*, llvm::BasicBlock*>, 8> cases;
    for (auto& one : choice.cases())
        if (one.getCaseSuccessor() != otherwise) cases.emplace_back(one.getCaseValue(), one.getCaseSuccessor());
    choice.eraseFromParent();
    llvm::MapVector<llvm::BasicBlock*, Blocks> entries;
    llvm::BasicBlock* block = source;
    for (std::size_t index = 0; index < cases.size(); ++index) {
        auto [constant, target] = cases[index];
        const bool last = index + 1 == cases.size();
        llvm::BasicBlock* next =
            last ? otherwise : llvm::BasicBlock::Create(block->getContext(), "case", block->getParent());
        llvm::IRBuilder<> builder(block);
        builder.CreateCondBr(builder.CreateICmpEQ(value, constant), target, next);
        entries[target].push_back(block);
        if (last) entries[otherwise].push_back(block);
        block = next;
    }
    if (cases.empty()) {
        llvm::IRBuilder<>(source).CreateBr(otherwise);
        entries[otherwise].push_back(source);
    }
    for (auto& [target, blocks] : entries) split_entries(*target, source, blocks);
}

}  // namespace

void mark_uniform_conditions(llvm::Function& function) {
    for (llvm::BasicBlock* block : deciding_blocks(function)) {
        auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        if (!branch || !branch->isConditional()) continue;
        if (llvm::isa<llvm::Constant>(branch->getCondition())) continue;
        llvm::IRBuilder<> builder(branch);
        branch->setCondition(create_vote(builder, op::uniform, branch->getCondition()));
    }
}

void lower_collective_switches(llvm::Function& function) {
    for (llvm::BasicBlock* block : deciding_blocks(function))
        if (auto* choice = llvm::dyn_cast<llvm::SwitchInst>(block->getTerminator())) lower_to_chain(*choice);
}

}  // namespace lanewise::compiler

#include "compiler/simplify/loops/loop_entry.h"

#include <llvm/Analysis/InstructionSimplify.h>
#include <llvm/IR/IRBuilder.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/ValueMapper.h>

namespace lanewise::compiler {

using llvm::dyn_cast;
using llvm::isa;

LoopEntry::LoopEntry(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& tree)
    : loop_(loop),
      loops_(loops),
      tree_(tree),
      updates_(tree, llvm::DomTreeUpdater::UpdateStrategy::Eager),
      header_(*loop.getHeader()) {}

bool LoopEntry::may_ask_first() const {
    return llvm::all_of(header_, [](const llvm::Instruction& instruction) {
        if (isa<llvm::PHINode>(instruction) || instruction.isTerminator()) return true;
        const auto* call = dyn_cast<llvm::CallBase>(&instruction);
        return !instruction.mayHaveSideEffects() && !(call && (call->isConvergent() || call->cannotDuplicate()));
    });
}

llvm::AllocaInst& LoopEntry::begin_carrying(llvm::Type& type, bool is_read, const char* name) {
    llvm::BasicBlock& top = header_.getParent()->getEntryBlock();
    llvm::AllocaInst* const made =
        llvm::IRBuilder<>(&top, top.getFirstInsertionPt()).CreateAlloca(&type, nullptr, name);
    llvm::IRBuilder<> before(loop_.getLoopPreheader()->getTerminator());
    if (is_read) before.CreateStore(llvm::Constant::getNullValue(&type), made);
    return *made;
}

// Returns a condition, computed in the preheader, that is true if the loop has at least one iteration.
llvm::Value& LoopEntry::is_entered() {
    if (is_entered_) return *is_entered_;
    llvm::BasicBlock& before = *loop_.getLoopPreheader();
    llvm::ValueToValueMapTy values;
    const llvm::SimplifyQuery query(header_.getDataLayout(), &tree_);
    for (llvm::Instruction& instruction : header_) {
        if (auto* phi = dyn_cast<llvm::PHINode>(&instruction)) {
            values[phi] = phi->getIncomingValueForBlock(&before);
            continue;
        }
        if (instruction.isTerminator()) break;
        llvm::Instruction* const copy = instruction.clone();
        copy->insertBefore(before.getTerminator()->getIterator());
        llvm::RemapInstruction(copy, values, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
        llvm::Value* const known = llvm::simplifyInstruction(copy, query);
        values[&instruction] = known ? known : copy;
        if (known) copy->eraseFromParent();
    }
    const auto& branch = *llvm::cast<llvm::BranchInst>(header_.getTerminator());
    const auto found = values.find(branch.getCondition());
    llvm::Value* is_true = found != values.end() ? static_cast<llvm::Value*>(found->second) : branch.getCondition();
    if (!loop_.contains(branch.getSuccessor(0))) is_true = llvm::IRBuilder<>(before.getTerminator()).CreateNot(is_true);
    is_entered_ = is_true;
    return *is_entered_;
}

llvm::Instruction& LoopEntry::where_entered(llvm::Instruction& place) {
    llvm::Value& condition = is_entered();
    if (const auto* known = dyn_cast<llvm::ConstantInt>(&condition); known && known->isOne()) return place;
    return *llvm::SplitBlockAndInsertIfThen(&condition, place.getIterator(), /*Unreachable=*/false, nullptr, &updates_,
                                            &loops_);
}

}  // namespace lanewise::compiler

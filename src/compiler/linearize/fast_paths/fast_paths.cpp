#include "compiler/linearize/fast_paths/fast_paths.h"

#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Dominators.h>
#include <llvm/Transforms/Utils/BasicBlockUtils.h>
#include <llvm/Transforms/Utils/Cloning.h>

#include "compiler/analysis/side_blocks.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/ir/operations.h"
#include "compiler/limits/budget.h"
#include "compiler/linearize/fast_paths/copies.h"
#include "compiler/linearize/fast_paths/full_iterations.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;

// One side of a divergent branch: the blocks between the branch and the join. At the join, work-items of both sides
// reconverge.
struct Side {
    BasicBlock* head = nullptr;
    BasicBlock* start = nullptr;
    BasicBlock* join = nullptr;
    SideBlocks blocks;
    unsigned instructions = 0;
    bool touches_memory = false;
};

bool collect(Side& side, const llvm::DominatorTree& dominators) {
    side.blocks = side_blocks(*side.start, *side.join, dominators);
    for (const BasicBlock* block : side.blocks) {
        for (const llvm::Instruction& instruction : *block) {
            if (!may_be_copied(instruction)) return false;
            side.touches_memory |= llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
        }
        side.instructions += static_cast<unsigned>(block->size());
    }
    return side.touches_memory && side.instructions <= budget::instructions_of_fast_paths;
}

// Collects the comparisons and logical operations in the branch's own block that compute the branch's condition.
// Operands come first.
void collect_condition(llvm::Value* value, const BasicBlock& block,
                       llvm::SmallSetVector<llvm::Instruction*, 16>& parts) {
    auto* instruction = llvm::dyn_cast<llvm::Instruction>(value);
    if (!instruction || instruction->getParent() != &block || !value->getType()->isIntegerTy(1)) return;
    if (!llvm::isa<llvm::CmpInst, llvm::BinaryOperator, llvm::SelectInst>(instruction)) return;
    for (llvm::Value* operand : instruction->operands()) collect_condition(operand, block, parts);
    parts.insert(instruction);  // after its operands
}

class Copier {
public:
    explicit Copier(const Side& side) : side_(side) {}

    /// Copies the side. Returns the new block that contains the original branch, which is divergent.
    BasicBlock* run() {
        auto* branch = llvm::cast<llvm::BranchInst>(side_.head->getTerminator());
        const bool when_true = branch->getSuccessor(0) == side_.start;
        llvm::Value* test = copy_condition(*branch);
        BasicBlock* some = side_.head->splitBasicBlock(branch->getIterator(), side_.head->getName() + ".some");
        sink_condition(*some);
        copy_blocks(side_.blocks.getArrayRef(), values_);
        meet_at_join();
        llvm::Instruction* old = side_.head->getTerminator();
        llvm::IRBuilder<> at(old);
        if (!when_true) test = at.CreateNot(test);
        at.CreateCondBr(create_vote(at, op::all, test), llvm::cast<BasicBlock>(values_[side_.start]), some);
        old->eraseFromParent();
        return some;
    }

private:
    llvm::Value* copy_condition(llvm::BranchInst& branch) {
        collect_condition(branch.getCondition(), *side_.head, condition_);
        llvm::ValueToValueMapTy copies;
        for (llvm::Instruction* part : condition_) {
            llvm::Instruction* copy = part->clone();
            copy->insertBefore(branch.getIterator());
            llvm::RemapInstruction(copy, copies, llvm::RF_NoModuleLevelChanges | llvm::RF_IgnoreMissingLocals);
            copies[part] = copy;
        }
        llvm::Value* copy = copies.lookup(branch.getCondition());
        return copy ? copy : branch.getCondition();
    }

    // Moves the computation of the original condition to `some`, the block of the divergent branch, if no other block
    // uses the condition.
    void sink_condition(BasicBlock& some) {
        for (llvm::Instruction* part : llvm::reverse(condition_)) {
            const bool only_there = llvm::all_of(part->users(), [&](const llvm::User* user) {
                return llvm::cast<llvm::Instruction>(user)->getParent() == &some;
            });
            if (only_there) part->moveBefore(some, some.begin());
        }
    }

    void meet_at_join() {
        auto* start = llvm::cast<BasicBlock>(values_[side_.start]);
        for (llvm::PHINode& phi : start->phis())
            for (unsigned i = 0; i < phi.getNumIncomingValues(); ++i)
                if (is_some(phi.getIncomingBlock(i))) phi.setIncomingBlock(i, side_.head);
        for (llvm::PHINode& phi : side_.join->phis())
            for (BasicBlock* block : side_.blocks) {
                const int entry = phi.getBasicBlockIndex(block);
                if (entry < 0) continue;
                llvm::Value* value = phi.getIncomingValue(static_cast<unsigned>(entry));
                llvm::Value* copy = values_.lookup(value);
                phi.addIncoming(copy ? copy : value, llvm::cast<BasicBlock>(values_[block]));
            }
    }

    bool is_some(const BasicBlock* block) const { return block->getSinglePredecessor() == side_.head; }

    const Side& side_;
    llvm::SmallSetVector<llvm::Instruction*, 16> condition_;
    llvm::ValueToValueMapTy values_;
};

// For the divergent branch at the end of `head`, returns the side that can be copied. If both sides can be copied,
// returns the larger side. Returns none if neither side can be copied.
std::optional<Side> choose_side(BasicBlock& head, const llvm::DominatorTree& dominators,
                                const llvm::PostDominatorTree& post_dominators) {
    const auto* node = post_dominators.getNode(&head);
    BasicBlock* join = node && node->getIDom() ? node->getIDom()->getBlock() : nullptr;
    // If the join is the header of a loop around the branch, the copy of a side would be a second latch.
    if (!join || dominators.dominates(join, &head)) return std::nullopt;
    std::optional<Side> best;
    for (BasicBlock* start : llvm::successors(&head)) {
        Side side;
        side.head = &head;
        side.start = start;
        side.join = join;
        if (!start->getSinglePredecessor() || !collect(side, dominators) || side.blocks.contains(&head)) continue;
        if (!best || side.instructions > best->instructions) best = std::move(side);
    }
    return best;
}

// Finds the first divergent branch, in reverse post-order, with a side that can be copied, and returns that side. Skips
// branches in the blocks `seen`, which earlier rounds handled.
std::optional<Side> find_side(llvm::Function& function, llvm::SmallPtrSetImpl<BasicBlock*>& seen) {
    const llvm::DominatorTree dominators(function);
    const llvm::PostDominatorTree post_dominators(function);
    Uniformity uniformity(function);
    const llvm::ReversePostOrderTraversal<llvm::Function*> order(&function);
    for (BasicBlock* block : order) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(block->getTerminator());
        if (!branch || !branch->isConditional() || seen.contains(block)) continue;
        seen.insert(block);
        if (!uniformity.branch_is_divergent(*block)) continue;
        if (auto side = choose_side(*block, dominators, post_dominators)) return side;
    }
    return std::nullopt;
}

}  // namespace

llvm::PreservedAnalyses FastPaths::run(llvm::Function& function, llvm::FunctionAnalysisManager&) {
    if (function.isDeclaration()) return llvm::PreservedAnalyses::all();
    llvm::SmallPtrSet<BasicBlock*, 16> seen;
    unsigned left = budget::instructions_of_fast_paths;
    bool changed = split_full_iterations(function, left, seen);
    for (unsigned copies = 0; copies < budget::fast_paths; ++copies) {
        const auto side = find_side(function, seen);
        if (!side || side->instructions > left) break;
        seen.insert(Copier(*side).run());
        left -= side->instructions;
        changed = true;
        // Leaves the branches in the original of the copied side as they are: the original is the slow path, which runs
        // under masks.
        seen.insert(side->blocks.begin(), side->blocks.end());
    }
    return changed ? llvm::PreservedAnalyses::none() : llvm::PreservedAnalyses::all();
}

}  // namespace lanewise::compiler

#include "compiler/analysis/group_decisions.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/PostOrderIterator.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/CFG.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/operations.h"

namespace lanewise::compiler {
namespace {

using Blocks = llvm::SmallVector<llvm::BasicBlock*, 8>;

// Returns false for an edge that is never taken, and true for all other edges. KeepIterations inserts edges that are
// never taken, so that calls stay in their iterations (prepare/calls/keep_iterations.h).
bool is_taken(const llvm::BasicBlock& from, const llvm::BasicBlock& to) {
    const auto* branch = llvm::dyn_cast<llvm::BranchInst>(from.getTerminator());
    if (!branch || !branch->isConditional() || branch->getSuccessor(1) == &to) return true;
    return !as_operation(branch->getCondition(), op::never);
}

// Finds the deciding branches: the branches that decide which target the work-items reach next. Targets are meetings,
// deciding branches, the next iteration of a loop that contains a meeting or a deciding branch, and the function's end.
class DecisionFinder {
public:
    explicit DecisionFinder(llvm::Function& function) : dominators_(function), loops_(dominators_), order_(&function) {
        for (llvm::BasicBlock* block : order_) position_.try_emplace(block, position_.size());
        for (llvm::BasicBlock& block : function)
            for (const llvm::Instruction& instruction : block)
                if (const auto* call = llvm::dyn_cast<llvm::CallInst>(&instruction))
                    if (is_group_collective(*call)) add(block);
    }

    Blocks run() {
        if (targets_.empty()) return {};
        // Repeats the search, since each deciding branch that is found is itself a new target. The next iterations of
        // the loops that contain the branch are also new targets.
        while (look_through()) {
        }
        return decisions_;
    }

private:
    using Next = const void*;  // a block, a loop (for its next iteration), `&end_`, or null (no target)

    void add(llvm::BasicBlock& block) {
        targets_.insert(&block);
        for (const llvm::Loop* loop = loops_.getLoopFor(&block); loop; loop = loop->getParentLoop())
            busy_loops_.insert(loop);
    }

    bool look_through() {
        bool changed = false;
        for (llvm::BasicBlock* block : llvm::reverse(order_)) {
            bool differs = false;
            Next next = llvm::isa<llvm::ReturnInst>(block->getTerminator()) ? &end_ : nullptr;
            for (llvm::BasicBlock* successor : llvm::successors(block)) {
                const Next there = is_taken(*block, *successor) ? next_along(*block, *successor) : nullptr;
                differs |= next && there && next != there;
                if (!next) next = there;
            }
            if (differs && !is_decision_.contains(block)) {
                is_decision_.insert(block);
                decisions_.push_back(block);
                add(*block);
                changed = true;
            }
            next_[block] = targets_.contains(block) ? block : next;
        }
        return changed;
    }

    Next next_along(const llvm::BasicBlock& from, llvm::BasicBlock& to) const {
        if (position_.lookup(&to) > position_.lookup(&from)) return next_.lookup(&to);
        const llvm::Loop* loop = loops_.getLoopFor(&to);
        while (loop && !loop->contains(&from)) loop = loop->getParentLoop();
        if (!loop || loop->getHeader() != &to) return &to;  // `to` is an entry of a cycle with several entries
        return busy_loops_.contains(loop) ? loop : nullptr;
    }

    llvm::DominatorTree dominators_;
    llvm::LoopInfo loops_;
    llvm::ReversePostOrderTraversal<llvm::Function*> order_;
    llvm::DenseMap<const llvm::BasicBlock*, std::size_t> position_;
    llvm::DenseMap<const llvm::BasicBlock*, Next> next_;
    llvm::SmallPtrSet<const llvm::BasicBlock*, 16> targets_, is_decision_;
    llvm::SmallPtrSet<const llvm::Loop*, 8> busy_loops_;
    Blocks decisions_;
    const char end_ = 0;
};

}  // namespace

Blocks deciding_blocks(llvm::Function& function) { return DecisionFinder(function).run(); }

Blocks unproved_decisions(llvm::Function& function) {
    Blocks result;
    const auto deciding = deciding_blocks(function);
    if (deciding.empty()) return result;
    const llvm::SmallPtrSet<llvm::BasicBlock*, 8> decides(deciding.begin(), deciding.end());
    Uniformity uniformity(function, Uniformity::Among::group);
    for (llvm::BasicBlock* block : llvm::ReversePostOrderTraversal<llvm::Function*>(&function))
        if (decides.contains(block) && uniformity.branch_is_divergent(*block)) result.push_back(block);
    return result;
}

}  // namespace lanewise::compiler

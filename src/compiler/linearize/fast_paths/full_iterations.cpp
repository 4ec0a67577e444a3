#include "compiler/linearize/fast_paths/full_iterations.h"

#include <llvm/ADT/SetVector.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/IRBuilder.h>

#include "compiler/analysis/uniformity.h"
#include "compiler/ir/operations.h"
#include "compiler/linearize/fast_paths/copies.h"

namespace lanewise::compiler {
namespace {

using llvm::BasicBlock;

// A loop that is split: its copy runs until the first work-item of the chunk leaves, and the original loop runs the
// remaining iterations.
struct Candidate {
    BasicBlock* before = nullptr;
    BasicBlock* header = nullptr;
    llvm::SmallVector<BasicBlock*, 16> blocks;
    llvm::SmallVector<BasicBlock*, 2> exiting;
    unsigned instructions = 0;
};

class Finder {
public:
    explicit Finder(llvm::Function& function) : dominators_(function), loops_(dominators_), function_(function) {}

    /// Returns the loops to split, outer before inner loops. `instructions` limits the total size of the returned
    /// loops: the function subtracts the size of each returned loop from `instructions`, and leaves out each loop that
    /// exceeds the remaining limit.
    llvm::SmallVector<Candidate, 4> run(unsigned& instructions) {
        llvm::SmallVector<Candidate, 4> found;
        for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) {
            Candidate candidate;
            if (!collect(*loop, candidate) || candidate.instructions > instructions) continue;
            instructions -= candidate.instructions;
            found.push_back(std::move(candidate));
        }
        return found;
    }

private:
    bool collect(const llvm::Loop& loop, Candidate& candidate) {
        candidate.before = loop.getLoopPreheader();
        candidate.header = loop.getHeader();
        candidate.blocks.assign(loop.block_begin(), loop.block_end());
        loop.getExitingBlocks(candidate.exiting);
        if (!candidate.before || !loop.getLoopLatch() || !is_worth_a_copy(candidate)) return false;
        return llvm::all_of(candidate.exiting, [&](const BasicBlock* block) { return can_go_back(*block, loop); }) &&
               llvm::any_of(candidate.exiting, [&](const BasicBlock* block) { return parts(*block); });
    }

    static bool is_worth_a_copy(Candidate& candidate) {
        bool touches_memory = false;
        for (const BasicBlock* block : candidate.blocks) {
            for (const llvm::Instruction& instruction : *block) {
                if (!may_be_copied(instruction)) return false;
                touches_memory |= llvm::isa<llvm::LoadInst, llvm::StoreInst>(instruction);
            }
            candidate.instructions += static_cast<unsigned>(block->size());
        }
        return touches_memory;
    }

    // Whether all work-items in an iteration of `loop` reach the exit at the end of `exiting`, and the code before the
    // exit can run twice. The code before the exit must have no side effects, and no inner loops, since repeating an
    // inner loop would take long. For example, if a loop follows the bounces of rays and the rays end after different
    // numbers of bounces, the loop would repeat the search for a hit.
    bool can_go_back(const BasicBlock& exiting, const llvm::Loop& loop) {
        const auto* branch = llvm::dyn_cast<llvm::BranchInst>(exiting.getTerminator());
        if (!branch || loops_.getLoopFor(&exiting) != &loop || !dominators_.dominates(&exiting, loop.getLoopLatch()) ||
            loop.contains(branch->getSuccessor(0)) == loop.contains(branch->getSuccessor(1)))
            return false;
        llvm::SmallSetVector<const BasicBlock*, 8> earlier;
        earlier.insert(&exiting);
        for (unsigned i = 0; i < earlier.size(); ++i) {
            const BasicBlock* block = earlier[i];
            if (loops_.getLoopFor(block) != &loop) return false;
            if (llvm::any_of(*block, [](const llvm::Instruction& made) { return made.mayHaveSideEffects(); }))
                return false;
            if (block != loop.getHeader()) earlier.insert_range(llvm::predecessors(block));
        }
        return true;
    }

    bool parts(const BasicBlock& block) {
        if (!uniformity_) uniformity_.emplace(function_);
        return uniformity_->branch_is_divergent(block);
    }

    const llvm::DominatorTree dominators_;
    const llvm::LoopInfo loops_;
    llvm::Function& function_;
    std::optional<Uniformity> uniformity_;  // created on first use, since most kernels do not need it
};

class Splitter {
public:
    explicit Splitter(const Candidate& loop) : loop_(loop), function_(*loop.header->getParent()) {}

    void run() {
        copy_blocks(loop_.blocks, values_);
        rest_ = BasicBlock::Create(function_.getContext(), loop_.header->getName() + ".rest", &function_, loop_.header);
        for (BasicBlock* exiting : loop_.exiting) leave_as_one(*exiting);
        loop_.before->getTerminator()->replaceSuccessorWith(loop_.header, copy_of(loop_.header));
        enter_rest();
    }

    /// Returns the copy of the loop `inner`, which is nested in the split loop. Only the copy of an inner loop is split
    /// again, not the original inner loop.
    Candidate in_copy(Candidate inner) {
        inner.before = copy_of(inner.before);
        inner.header = copy_of(inner.header);
        for (BasicBlock*& block : inner.blocks) block = copy_of(block);
        for (BasicBlock*& block : inner.exiting) block = copy_of(block);
        return inner;
    }

private:
    BasicBlock* copy_of(BasicBlock* block) { return llvm::cast<BasicBlock>(values_[block]); }

    // Makes all work-items leave the copied loop at the exit of `exiting` if any work-item takes this exit.
    void leave_as_one(BasicBlock& exiting) {
        const bool stays_when_true = llvm::is_contained(loop_.blocks, exiting.getTerminator()->getSuccessor(0));
        auto* branch = llvm::cast<llvm::BranchInst>(copy_of(&exiting)->getTerminator());
        llvm::IRBuilder<> at(branch);
        llvm::Value* stays = branch->getCondition();
        if (!stays_when_true) stays = at.CreateNot(stays);
        at.CreateCondBr(create_vote(at, op::all, stays), branch->getSuccessor(stays_when_true ? 0 : 1), rest_);
        branch->eraseFromParent();
    }

    // Redirects the exits of the copied loop to the original loop, which repeats the last iteration. New phis pass the
    // values of the header's phis to the original loop (LCSSA).
    void enter_rest() {
        llvm::BranchInst::Create(loop_.header, rest_);
        for (llvm::PHINode& phi : loop_.header->phis()) {
            auto* left = llvm::PHINode::Create(phi.getType(), 1, phi.getName() + ".rest");
            left->insertBefore(rest_->getTerminator()->getIterator());
            for (BasicBlock* exiting : loop_.exiting) left->addIncoming(values_[&phi], copy_of(exiting));
            const auto entry = static_cast<unsigned>(phi.getBasicBlockIndex(loop_.before));
            phi.setIncomingValue(entry, left);
            phi.setIncomingBlock(entry, rest_);
        }
    }

    const Candidate& loop_;
    llvm::Function& function_;
    llvm::ValueToValueMapTy values_;
    BasicBlock* rest_ = nullptr;
};

}  // namespace

bool split_full_iterations(llvm::Function& function, unsigned& instructions, llvm::SmallPtrSetImpl<BasicBlock*>& rest) {
    llvm::SmallVector<Candidate, 4> found = Finder(function).run(instructions);
    for (auto loop = found.begin(); loop != found.end(); ++loop) {
        Splitter splitter(*loop);
        splitter.run();
        rest.insert(loop->blocks.begin(), loop->blocks.end());
        for (Candidate& inner : llvm::make_range(std::next(loop), found.end()))
            if (llvm::is_contained(loop->blocks, inner.header)) inner = splitter.in_copy(std::move(inner));
    }
    return !found.empty();
}

}  // namespace lanewise::compiler

#include "compiler/spirv/loops.h"

#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/STLExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/Analysis/PostDominators.h>
#include <llvm/IR/Constants.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Metadata.h>

#include <memory>

#include "compiler/ir/loop_marks.h"
#include "spirv/grammar.h"

namespace lanewise::compiler::il {
namespace {

using llvm::BasicBlock;

class Metadata {
public:
    explicit Metadata(llvm::LLVMContext& context) : context_(context) {}

    // Adds metadata for the bits of a loop control's mask and for the operands that belong to these bits.
    void read(std::span<const std::uint32_t> control) {
        using spirv::LoopControl;
        if (control.empty()) return;
        std::size_t next = 1;
        for (std::uint32_t left = control[0]; left != 0; left &= left - 1) {
            const auto bit = static_cast<LoopControl>(left & (~left + 1));
            const auto* form = spirv::enumerant_of(spirv::OperandKind::LoopControl, static_cast<std::uint32_t>(bit));
            const std::size_t count = form ? form->operand_count : 0;
            if (!form || count > control.size() - next) return;
            if (bit == LoopControl::Unroll) add("llvm.loop.unroll.enable");
            if (bit == LoopControl::DontUnroll) add("llvm.loop.unroll.disable");
            // A count of 1 means no unrolling, as in the metadata that Clang writes.
            if (bit == LoopControl::PartialCount && control[next] != 0) add("llvm.loop.unroll.count", control[next]);
            next += count;
        }
    }

    // Returns a distinct node with the added metadata; null if nothing was added.
    llvm::MDNode* make() const {
        if (properties_.empty()) return nullptr;
        llvm::SmallVector<llvm::Metadata*, 4> operands{nullptr};
        operands.append(properties_);
        llvm::MDNode* node = llvm::MDNode::getDistinct(context_, operands);
        node->replaceOperandWith(0, node);
        return node;
    }

private:
    void add(llvm::StringRef name) {
        properties_.push_back(llvm::MDNode::get(context_, llvm::MDString::get(context_, name)));
    }
    void add(llvm::StringRef name, std::uint32_t number) {
        auto* value = llvm::ConstantInt::get(llvm::Type::getInt32Ty(context_), number);
        properties_.push_back(
            llvm::MDNode::get(context_, {llvm::MDString::get(context_, name), llvm::ConstantAsMetadata::get(value)}));
    }

    llvm::LLVMContext& context_;
    llvm::SmallVector<llvm::Metadata*, 4> properties_;
};

bool only_returns(const BasicBlock& block) { return llvm::isa<llvm::ReturnInst>(*block.getFirstNonPHIIt()); }

class Marker {
public:
    Marker(llvm::Function& function, const std::vector<LoopHint>& hints)
        : function_(function), dominators_(function), loops_(dominators_) {
        for (const LoopHint& hint : hints) {
            hints_of_first_[hint.first].push_back(&hint);
            if (!hint.merge) hints_of_latch_[hint.last].push_back(&hint);
        }
    }

    void mark_all() {
        for (const llvm::Loop* loop : loops_.getLoopsInPreorder()) mark(*loop);
    }

private:
    void mark(const llvm::Loop& loop) {
        llvm::SmallVector<BasicBlock*, 4> latches;
        loop.getLoopLatches(latches);
        set_loop_mark(*loop.getHeader(), loop_mark::head);
        for (BasicBlock* latch : latches) set_loop_mark(*latch, loop_mark::latch);
        Metadata metadata(function_.getContext());
        BasicBlock* end = nullptr;
        const auto read = [&](const LoopHint& hint) {
            metadata.read(hint.control);
            if (hint.merge && !loop.contains(hint.merge)) end = hint.merge;
        };
        for (const LoopHint* hint : hints_of_first_.lookup(loop.getHeader())) read(*hint);
        // An OpLoopControlINTEL, which names no merge block, may also stand in the block that branches back.
        for (BasicBlock* latch : latches) {
            for (const LoopHint* hint : hints_of_latch_.lookup(latch))
                if (hint->first != loop.getHeader()) read(*hint);
        }
        if (llvm::MDNode* node = metadata.make())
            for (BasicBlock* latch : latches) latch->getTerminator()->setMetadata(llvm::LLVMContext::MD_loop, node);
        if (end)
            set_loop_mark(*end, loop_mark::end);
        else
            mark_end(loop, latches);
    }

    // Finds and marks the block after a loop that has no OpLoopMerge.
    void mark_end(const llvm::Loop& loop, const llvm::SmallVectorImpl<BasicBlock*>& latches) {
        llvm::SmallVector<BasicBlock*, 8> exits;
        loop.getUniqueExitBlocks(exits);
        if (exits.empty()) return;
        const auto is_usual = [&](const BasicBlock* exit) {
            return llvm::any_of(llvm::predecessors(exit), [&](const BasicBlock* from) {
                return from == loop.getHeader() || llvm::is_contained(latches, from);
            });
        };
        const bool has_usual = llvm::any_of(exits, is_usual);
        // Remove the exits that lead to a return, because a return ends the function and is no exit of the loop
        // statement. Otherwise the paths from all exits would meet only in the block in which producers join all
        // returns.
        if (has_usual)
            llvm::erase_if(exits, [&](const BasicBlock* exit) { return only_returns(*exit) && !is_usual(exit); });
        BasicBlock* end = exits.front();
        for (BasicBlock* exit : exits) end = end ? post_dominators().findNearestCommonDominator(end, exit) : nullptr;
        if (end && !loop.contains(end)) return set_loop_mark(*end, loop_mark::end);
        // The paths from the exits never meet, because one of these paths returns. The exit of the loop statement then
        // leaves from the header or from a latch, since one of these blocks contains the statement's condition.
        for (BasicBlock* exit : exits)
            if (!has_usual || is_usual(exit)) set_loop_mark(*exit, loop_mark::end);
    }

    const llvm::PostDominatorTree& post_dominators() {
        if (!post_dominators_) post_dominators_ = std::make_unique<llvm::PostDominatorTree>(function_);
        return *post_dominators_;
    }

    using Hints = llvm::DenseMap<const BasicBlock*, llvm::SmallVector<const LoopHint*, 1>>;

    llvm::Function& function_;
    Hints hints_of_first_;  // first LLVM block of a SPIR-V block -> hints in the SPIR-V block
    Hints hints_of_latch_;  // block -> hints directly before its branch
    const llvm::DominatorTree dominators_;
    const llvm::LoopInfo loops_;
    std::unique_ptr<llvm::PostDominatorTree> post_dominators_;
};

// True if a block branches to itself or an earlier block. The blocks of a function are sorted by dominance, so only
// loops contain such branches.
bool may_have_loops(const llvm::Function& function) {
    llvm::SmallPtrSet<const BasicBlock*, 32> earlier;
    for (const BasicBlock& block : function) {
        earlier.insert(&block);
        if (llvm::any_of(llvm::successors(&block), [&](const BasicBlock* next) { return earlier.contains(next); }))
            return true;
    }
    return false;
}

}  // namespace

void mark_loops(llvm::Function& function, const std::vector<LoopHint>& hints) {
    if (may_have_loops(function)) Marker(function, hints).mark_all();
}

}  // namespace lanewise::compiler::il

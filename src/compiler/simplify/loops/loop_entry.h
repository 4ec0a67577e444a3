// Makes a block that precedes a loop, and that runs only if the loop has at least one iteration. In this block, passes
// load the values that are kept in registers during the loop.
//
// Thread-safety: same as for the function's IR.
#pragma once

#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Entry of a loop. The loop must have the form that Canonicalize makes. The loop must also have a preheader, and only
/// the header may exit from the loop.
class LoopEntry {
public:
    LoopEntry(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& tree);

    /// Whether the header's exit condition can also be computed before the loop.
    bool may_ask_first() const;
    /// Makes a private variable for a value that the loop carries. If `is_read`, the variable is zero at first, so that
    /// reading it is defined even if the loop has no iteration.
    llvm::AllocaInst& begin_carrying(llvm::Type& type, bool is_read, const char* name);
    /// Returns an insertion point for code that runs at `place` only if the loop has at least one iteration.
    /// `may_ask_first` must be true.
    llvm::Instruction& where_entered(llvm::Instruction& place);

private:
    llvm::Value& is_entered();

    llvm::Loop& loop_;
    llvm::LoopInfo& loops_;
    llvm::DominatorTree& tree_;
    llvm::DomTreeUpdater updates_;
    llvm::BasicBlock& header_;
    llvm::Value* is_entered_ = nullptr;
};

}  // namespace lanewise::compiler

// Finds the place where a loop is entered, if it has an iteration: values that are carried through the loop are read
// there.
//
// Thread-safety: as the function.
#pragma once

#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Needs a loop in the form that Canonicalize makes, with a preheader, that only its header leaves.
class LoopEntry {
public:
    LoopEntry(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& tree);

    /// Whether the condition of an iteration can be computed once more before the loop.
    bool may_ask_first() const;
    /// Makes a variable that loads and stores of the loop may use in place of memory. If `is_read`, the variable is
    /// also defined for work-items without an iteration.
    llvm::AllocaInst& begin_carrying(llvm::Type& type, bool is_read, const char* name);
    /// Returns where to insert code after `place` that runs only if the loop has an iteration. Needs `may_ask_first`.
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

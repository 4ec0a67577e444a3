// A loop's first iteration, if it has one: where what is carried into all of them is read.
//
// Thread-safety: as the function.
#pragma once

#include <llvm/Analysis/DomTreeUpdater.h>
#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Dominators.h>
#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Of a loop that is left by its header alone, with a preheader, in the form that Canonicalize makes.
class LoopEntry {
public:
    LoopEntry(llvm::Loop& loop, llvm::LoopInfo& loops, llvm::DominatorTree& tree);

    /// Whether what decides about an iteration can be computed once more in front of the loop.
    bool may_ask_first() const;
    /// A variable that loads and stores of the loop may use in place of memory. One that `is_read` is a number for
    /// work-items without an iteration, too.
    llvm::AllocaInst& begin_carrying(llvm::Type& type, bool is_read, const char* name);
    /// Where to put what is done behind `place` if the loop has an iteration. Needs `may_ask_first`.
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

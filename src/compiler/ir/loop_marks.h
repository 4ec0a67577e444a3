// Marks in the IR for loop statements of the source (for, while, do). link/mark_loops.h sets the marks on Clang's
// output, and KeepIterations reads them. The control-flow graph alone shows neither where a loop statement ends, nor
// whether a loop is a loop statement or made of gotos.
//
//   for.cond: br i1 %c, label %for.body, label %for.end, !lanewise.loop_head !0      the statement's first block
//   for.inc:  br label %for.cond, !lanewise.loop_latch !0                            a branch back to it
//   for.end:  ret void, !lanewise.loop_end !0                                        the block after the statement
//
// A mark on a head and a mark on one of its latches mean the same. Passes may split the head or merge a latch, but one
// of the marks remains.
//
// Thread-safety: a module belongs to one thread.
#pragma once

#include <llvm/ADT/STLExtras.h>
#include <llvm/IR/BasicBlock.h>
#include <llvm/IR/CFG.h>

namespace lanewise::compiler {

namespace loop_mark {
inline constexpr llvm::StringLiteral head = "lanewise.loop_head";
inline constexpr llvm::StringLiteral latch = "lanewise.loop_latch";
inline constexpr llvm::StringLiteral end = "lanewise.loop_end";
}  // namespace loop_mark

/// True if the block's terminator has the mark.
bool has_loop_mark(const llvm::BasicBlock& block, llvm::StringRef mark);

/// Adds the mark to the block's terminator.
void set_loop_mark(llvm::BasicBlock& block, llvm::StringRef mark);

/// Gives `first` the marks that belong to the beginning of a block, after the block was split into `first` and `rest`.
void keep_marks_of_beginning(llvm::BasicBlock& first, llvm::BasicBlock& rest);

/// True if `block`, the first block of a loop or of a cycle with several entries, begins a loop statement. If `block`
/// begins no loop statement, the loop is made of gotos, and diverged work-items meet again only after the loop.
template <class LoopOrCycle>
bool heads_loop_statement(const llvm::BasicBlock& block, const LoopOrCycle& loop) {
    return has_loop_mark(block, loop_mark::head) ||
           llvm::any_of(llvm::predecessors(&block), [&](const llvm::BasicBlock* latch) {
               return loop.contains(latch) && has_loop_mark(*latch, loop_mark::latch);
           });
}

/// True if the block directly follows a loop statement.
inline bool is_after_loop_statement(const llvm::BasicBlock& block) { return has_loop_mark(block, loop_mark::end); }

}  // namespace lanewise::compiler

// Loops in which each lane walks along a row of its own, element after element, as where a work-item sums up a row: a
// load takes one element from each of as many lines of memory as there are lanes, over and over. Now and then a block
// of each row is loaded at once instead, and its elements are kept side by side: as a source vector in a private array,
// which for all lanes together is a transposition (widen/memory/scattered.h).
//
//   loop:  %i = phi [0, ...], [%i.next, ...]                  ; T elements in a block
//          %x = load float, ptr %row + 4 * %i
// becomes
//   loop:  ...; if (%i % T == 0 and T more iterations follow) store (load <T x float>, ptr %row + 4 * %i), ptr %block
//          %x = a block is there ? load float, ptr %block + 4 * (%i % T) : load float, ptr %row + 4 * %i
//
// Stores go the other way round: each to the block's place, and all of it to the row with the last one.
//
// Only where the loop is sure to come to all elements of a block, in all lanes (or all that a loop around it still runs
// for: what touches the rows keeps their mask), and nothing in it waits for others or
// writes to memory (for stores: reads or writes it) but at places that grow as evenly. These are compared with each
// block's, and unsigned indices with the end of their numbers (block_test.h); where a lane meets one the loads and
// stores are what they were.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Of linearized kernels that are about to be widened to `lanes`.
struct BlockWalks : llvm::PassInfoMixin<BlockWalks> {
    explicit BlockWalks(unsigned lanes) : lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);
    static bool isRequired() { return true; }

private:
    unsigned lanes_;
};

}  // namespace lanewise::compiler

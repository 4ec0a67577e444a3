// Strip-mines loops in which each lane walks along a row of its own, for example to sum it up. In each iteration a load
// takes one element from each of as many cache lines as there are lanes. Instead, one iteration in T loads a block of T
// elements of each row at once, as a source vector, and keeps it in a private array. For all W lanes this is a
// transposed T x W tile (widen/memory/scattered.h).
//
//   loop:  %i = phi [0, ...], [%i.next, ...]                  ; T elements in a block
//          %x = load float, ptr %row + 4 * %i
// becomes
//   loop:  ...; if (%i % T == 0 and T more iterations follow) store (load <T x float>, ptr %row + 4 * %i), ptr %block
//          %x = a block is there ? load float, ptr %block + 4 * (%i % T) : load float, ptr %row + 4 * %i
//
// Stores do the reverse: each goes to the array, and the last one of a block stores the whole block to the row.
//
// The loop must be sure to access all elements of a block, in all lanes or in all that are still in an outer loop.
// Accesses to the rows keep the mask of these lanes. Nothing in the loop synchronizes. The loop writes to memory (for
// stores: reads or writes it) only at addresses with a constant step. These are compared with each block's addresses,
// and unsigned indices are tested for wrapping around (block_test.h). If a lane finds a conflict, the loads and stores
// of this block are done as before.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Runs on linearized kernels that are about to be widened to `lanes`.
struct TransposeStreams : llvm::PassInfoMixin<TransposeStreams> {
    explicit TransposeStreams(unsigned lanes) : lanes_(lanes) {}
    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses);

private:
    unsigned lanes_;
};

}  // namespace lanewise::compiler

// Strip-mines loops in which each lane accesses a row of its own, element by element, for example to sum up the row.
// Without this pass, each load reads from as many cache lines as there are lanes, and uses only one element of each
// line. Instead, every T-th iteration loads the next T elements of each row at once, as a source vector, and keeps the
// elements in a private array. The vectors of all W lanes are transposed as a T x W tile (widen/memory/scattered.h).
//
//   loop:  %i = phi [0, ...], [%i.next, ...]                  ; T elements in a block
//          %x = load float, ptr %row + 4 * %i
// becomes
//   loop:  ...; if (%i % T == 0 and T more iterations follow) store (load <T x float>, ptr %row + 4 * %i), ptr %block
//          %x = a block is there ? load float, ptr %block + 4 * (%i % T) : load float, ptr %row + 4 * %i
//
// Stores do the reverse: each store writes to the private array, and the last store of a block writes the whole block
// to the row.
//
// Either all lanes, or all lanes that are still in an outer loop, must always access all elements of a block. Accesses
// to the rows keep the mask of these lanes. Nothing in the loop may synchronize. The loop may write to memory only at
// addresses with a constant step. A loop with stores along rows may also read from memory only at addresses with a
// constant step. At run time, these addresses are compared with each block's addresses, and unsigned indices are tested
// for wrapping around (block_test.h). If any lane has a conflict, the loads and stores of this block run one by one, as
// in the original loop.
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

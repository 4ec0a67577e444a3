// Loops in which each work-item goes along a row of its own that lies side by side in memory, so that several
// iterations of one work-item (simplify/vectorize_loops.h) take what several work-items would gather.
//
//   int sum = 0;                                          one work-item sums 500 bytes in .1 of the time that each of
//   for (int j = 0; j < n; ++j) sum += a[i * n + j];      as many lanes as fill a register takes
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Whether all innermost loops of a canonical kernel can be run so, and any of them goes along rows that are apart for
/// so many lanes. Not where work-items meet at barriers.
bool iterates_along_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned lanes);

}  // namespace lanewise::compiler

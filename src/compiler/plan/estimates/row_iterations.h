// Finds loops in which each work-item goes along a row of its own that is contiguous in memory. If several iterations
// of one work-item run as one vector (simplify/loops/vectorize_loops.h), their elements are contiguous. Lanes would
// gather instead.
//
//   int sum = 0;                                          bytes are summed much faster by one work-item at a
//   for (int j = 0; j < n; ++j) sum += a[i * n + j];      time than by lanes
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Whether the iterations of all innermost loops of a canonical kernel can be vectorized, and lanes would scatter the
/// rows of one of these loops. `lanes`: number of these lanes. False if the kernel has barriers.
bool iterates_along_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned lanes);

}  // namespace lanewise::compiler

// Finds loops in which each work-item iterates over a row of its own that is contiguous in memory. A vector that
// computes several iterations of one work-item (simplify/loops/vectorize_loops.h) accesses contiguous elements. A
// vector that computes several work-items must gather elements.
//
//   int sum = 0;                                          bytes are summed much faster by one work-item at a
//   for (int j = 0; j < n; ++j) sum += a[i * n + j];      time than by lanes
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Whether all innermost loops of a canonical kernel can be vectorized, and `lanes` lanes would gather or scatter in
/// one of these loops. False if the kernel has barriers.
bool iterates_along_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned lanes);

}  // namespace lanewise::compiler

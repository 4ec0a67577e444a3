// Finds loops in which each work-item walks along a row of its own, contiguous in memory. Several iterations of one
// work-item (simplify/loops/vectorize_loops.h) load the elements that several work-items would gather.
//
//   int sum = 0;                                          one work-item sums bytes much faster
//   for (int j = 0; j < n; ++j) sum += a[i * n + j];      than each of many lanes does
//
// Thread-safety: none needed.
#pragma once

#include <llvm/IR/PassManager.h>

namespace lanewise::compiler {

/// Whether all innermost loops of a canonical kernel can run by iterations, and one of them walks along rows that are
/// apart for `lanes`. False if work-items meet at barriers.
bool iterates_along_rows(llvm::Function& kernel, llvm::FunctionAnalysisManager& analyses, unsigned lanes);

}  // namespace lanewise::compiler

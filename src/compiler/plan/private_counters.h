// Detects lanes that count in private arrays at indices that depend on loaded data (histograms of few bins, radix
// sort), or that swap elements of such arrays (RC4, shuffles). Each iteration of such a loop gathers the elements that
// the iteration before scattered.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether a loop of a linearized kernel mostly counts or swaps in private arrays, so that two work-items at a time are
/// faster than lanes. With fast gathers, only loops that count in bytes or sort are faster in pairs; loops that count
/// in words or shorts are faster with 32 lanes. Without fast gathers, RC4 is also faster in pairs, on bytes and on
/// words.
bool has_private_counters(const llvm::Function& linearized, const Target& target, const llvm::LoopInfo& loops,
                          const ShapeInfo& shapes);

}  // namespace lanewise::compiler

// Detects lanes that update counters in private arrays at indices that depend on loaded data (histograms of few bins,
// radix sort), or that swap elements of private arrays (RC4, shuffles). With lanes, each iteration of these loops
// gathers elements that the previous iteration scattered.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether a loop of a linearized kernel mostly counts or swaps in private arrays, so that pairs of work-items are
/// faster than lanes. On targets with fast gathers, pairs are faster only if the counters are bytes, or the loop sorts;
/// with counters of 16 or 32 bits, 32 lanes are faster. On targets without fast gathers, pairs are also faster for RC4,
/// whether RC4 computes on bytes or on 32-bit words.
bool has_private_counters(const llvm::Function& linearized, const Target& target, const llvm::LoopInfo& loops,
                          const ShapeInfo& shapes);

}  // namespace lanewise::compiler

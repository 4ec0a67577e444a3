// Detects lanes that count in private arrays, at places that depend on loaded data (histograms of few bins, sorting by
// digits), or that swap elements of such arrays (RC4, shuffles). Each step gathers the elements that the step before
// scattered.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether a loop of a linearized kernel does little else, so that two work-items at a time are faster than lanes. With
/// fast gathers, only loops that count bytes or sort are faster in pairs; counts of words and shorts are faster with 32
/// lanes there. Without fast gathers, RC4 is faster two at a time, on bytes and on words.
bool has_private_counters(const llvm::Function& linearized, const Target& target, const llvm::LoopInfo& loops,
                          const ShapeInfo& shapes);

}  // namespace lanewise::compiler

// Whether lanes count in private arrays, at places that what they load tells (histograms of few bins, sorting by
// digits): each step gathers what the one before scattered.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether a loop of a linearized kernel does little else, so that two work-items at a time are faster than lanes.
bool has_private_counters(const llvm::Function& linearized, const llvm::LoopInfo& loops, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

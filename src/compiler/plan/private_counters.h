// Whether lanes count in private arrays, at places that what they load tells (histograms of few bins, sorting by
// digits), or have elements of these change places (RC4, shuffles): each step gathers what the one before scattered.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Whether a loop of a linearized kernel does little else, so that two work-items at a time are faster than lanes.
/// Where gathers are fast, only if it counts bytes or sorts: eight ways to count words and shorts take .48 to .86 of
/// the time with 32 lanes there, bytes 1.43, two sortings by digits 1.07 and 1.18. Where they are not, RC4 takes .80
/// two at a time, .72 with words.
bool has_private_counters(const llvm::Function& linearized, const Target& target, const llvm::LoopInfo& loops,
                          const ShapeInfo& shapes);

}  // namespace lanewise::compiler

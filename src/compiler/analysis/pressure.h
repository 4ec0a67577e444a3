// How many vector registers a widened kernel will want at once: what the planner weighs lane counts by.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Bits per lane of the values that differ between lanes and live at the same time, where they are most: in
/// loops, of those only what the loop itself computes, where loops are most of the work. Masks
/// count as `mask_bits` each (0 where they have registers of their own).
unsigned live_lane_bits(llvm::Function& linearized, const ShapeInfo& shapes, unsigned mask_bits);

}  // namespace lanewise::compiler

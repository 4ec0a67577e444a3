// Estimates the register pressure of a widened kernel, by which the planner compares lane counts.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns the most bits per lane of values that differ between lanes and live at the same time. In a loop, only values
/// count that the loop itself computes. If loops are most of the work, only loops count. Masks count as 32 bits if they
/// have no registers of their own. With `rows` rows together, shared values count once.
unsigned live_lane_bits(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target,
                        const RowSharing& sharing = {}, unsigned rows = 1);

/// Bits of the vector registers that such values may fill; uniform values are in the others.
unsigned lane_register_bits(const Target& target);

/// The same, including values that instructions take from memory at little cost: at least as many.
unsigned lane_operand_bits(const Target& target);

/// Whether masks are in registers of their own, so that every access takes one for free.
bool has_mask_registers(const Target& target);

}  // namespace lanewise::compiler

// Estimates the register pressure of a widened kernel, by which the planner compares lane counts.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns the maximum number of bits, for each lane, of simultaneously live values that differ between lanes. In a
/// loop, only values computed in the loop count. If loops are most of the work, only loops count. Masks count as 32
/// bits if the target has no mask registers. With `rows` rows together, values that rows share count once.
unsigned live_lane_bits(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target,
                        const RowSharing& sharing = {}, unsigned rows = 1);

/// Returns the bits of the vector registers that values of lanes may fill; uniform values are in the other registers.
unsigned lane_register_bits(const Target& target);

/// Returns lane_register_bits() or more: includes values that instructions read from memory at little cost.
unsigned lane_operand_bits(const Target& target);

/// Whether masks have registers of their own, so that masked accesses cost nothing extra.
bool has_mask_registers(const Target& target);

}  // namespace lanewise::compiler

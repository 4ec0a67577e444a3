// How many vector registers a widened kernel will want at once: what the planner weighs lane counts by.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/row_sharing.h"
#include "compiler/analysis/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Bits per lane of the values that differ between lanes and live at the same time, where they are most: in
/// loops, of those only what the loop itself computes, where loops are most of the work. Masks count as 32 where
/// they have no registers of their own. Of `rows` rows together: what they share counts once.
unsigned live_lane_bits(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target,
                        const RowSharing& sharing = {}, unsigned rows = 1);

/// Bits of the vector registers that such values may fill; the others hold what is the same for all lanes.
unsigned lane_register_bits(const Target& target);

/// The same with values beyond the registers that instructions take from memory at little cost: no less.
unsigned lane_operand_bits(const Target& target);

/// Whether masks live in registers of their own, and each access takes one for nothing.
bool has_mask_registers(const Target& target);

}  // namespace lanewise::compiler

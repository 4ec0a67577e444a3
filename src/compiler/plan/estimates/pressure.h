// Estimates the register pressure of a widened kernel, by which the planner compares lane counts.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/row_sharing.h"
#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Returns the maximum total size, in bits for each lane, of values that are live at the same time and differ between
/// lanes. In a loop, only values computed in the loop are counted. If loops are most of the work, code outside of loops
/// is ignored. A mask counts as 32 bits if the target has no mask registers, and otherwise as zero bits. With `rows`
/// rows together, values that rows share are counted once, and all other values once for each row.
unsigned live_lane_bits(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target,
                        const RowSharing& sharing = {}, unsigned rows = 1);

/// Returns how many bits of the vector registers are available for values that differ between lanes; uniform values
/// occupy the remaining registers.
unsigned lane_register_bits(const Target& target);

/// Returns a limit, in bits, for the total size of live values that differ between lanes. The limit is at least
/// lane_register_bits(), and is greater for AVX2, since some values may stay in memory, from which instructions read
/// them at little cost.
unsigned lane_operand_bits(const Target& target);

/// Whether the target has registers for masks, so that masked accesses cost no more than other accesses.
bool has_mask_registers(const Target& target);

}  // namespace lanewise::compiler

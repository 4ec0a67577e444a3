// Preconditions of passes as code: debug builds assert them at the first place where they could fail.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether all work-items of the group go the same way at every branch that decides whether they meet.
bool decisions_are_proved(llvm::Function& function);

/// Whether blocks have the form that `linearize` leaves (docs/ir.md, "Between linearize and widen"). A block has at
/// most one mask, which comes before all instructions that depend on it, and work-items end in one place. Branches need
/// not be proved uniform for the chunk: `widen` reports those that are not.
bool is_linearized(llvm::Function& function);

/// Whether the control flow has the form that `canonicalize` makes. There is at most one return, and cycles have one
/// entry; loops are in LoopSimplify and LCSSA form.
bool is_canonical(llvm::Function& function);

/// Whether no operation of lanes is left: masks, votes of lanes, sub-group operations. Holds after `widen` and for
/// kernels of one lane.
bool is_widened(const llvm::Function& function);

/// Whether work-items meet nowhere: no barriers and no votes are left. Holds after `split_barriers`.
bool has_no_meetings(const llvm::Function& function);

/// Whether no operation at all is left. Holds after the stage `lower`.
bool is_lowered(const llvm::Function& function);

/// Whether each region of a chunk function reads only values that it makes itself or that are the same for all chunks.
/// Holds after `spill_live_values`.
bool nothing_lives_across_barriers(llvm::Function& chunk);

}  // namespace lanewise::compiler

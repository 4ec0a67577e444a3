// Preconditions of passes as code: debug builds assert each precondition at the first place where it could fail.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// True if every branch that decides whether work-items meet is proved uniform for the group.
bool decisions_are_proved(llvm::Function& function);

/// True if blocks have the form that `linearize` makes (docs/ir.md, "Between linearize and widen"). A block has at most
/// one mask, which comes before all instructions that depend on it, and all work-items return from the same block.
/// Branches need not be proved uniform for the chunk: `widen` reports branches that are not uniform.
bool is_linearized(llvm::Function& function);

/// True if the control flow has the form that `canonicalize` makes. There is at most one return, and cycles have one
/// entry; loops are in LoopSimplify and LCSSA form.
bool is_canonical(llvm::Function& function);

/// True if no operation on lanes is left: no mask, vote of lanes or sub-group operation, except operations at which a
/// whole chunk waits (trait::pause). Holds after `widen`, and for kernels with one lane.
bool is_widened(const llvm::Function& function);

/// True if no meetings are left: no barriers and no group votes. Holds after `split_barriers`.
bool has_no_meetings(const llvm::Function& function);

/// True if no opaque operation is left. Holds after the stage `lower`.
bool is_lowered(const llvm::Function& function);

/// True if each region of a chunk function reads only values that the region itself computes or that are the same for
/// all chunks. Holds after `spill_live_values`.
bool nothing_lives_across_barriers(llvm::Function& chunk);

}  // namespace lanewise::compiler

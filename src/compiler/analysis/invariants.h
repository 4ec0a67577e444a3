// What must hold between passes, as code: debug builds assert it where it first could fail.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether all work-items of the group go the same way at every branch that decides whether they meet.
bool decisions_are_proved(llvm::Function& function);

/// Whether blocks are as `linearize` leaves them (docs/ir.md, "Between linearize and widen"): a block has one mask at
/// most, which comes before all that heeds it, and work-items end in one place. Whether every branch is the same for
/// the chunk is not asked: where that cannot be shown, `widen` says so.
bool is_linearized(llvm::Function& function);

/// Whether every value that a region of a chunk function reads is made in that region or is the same for all chunks:
/// what `spill_live_values` leaves.
bool nothing_lives_across_barriers(llvm::Function& chunk);

}  // namespace lanewise::compiler

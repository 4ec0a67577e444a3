// Recognizes atomic minima and maxima that mostly leave memory unchanged, such as a bound that many work-items try and
// few improve. Each would take the cache line exclusively, so a work-item first loads the value and skips the operation
// if it would change nothing. This is allowed for relaxed operations only (OpenCL C 3.0, section 6.15.12.2,
// "memory_order_relaxed"). An operation that changes nothing may stand anywhere in the modification order of its
// location, and so directly after the loaded change.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// False in local memory, which one thread has for itself. False for a constant operand: the operation may be a way to
/// read, as in `atomic_max(p, 0)`.
bool mostly_changes_nothing(const llvm::AtomicRMWInst& atomic);

/// The comparison of the operand with the loaded value that is true if the operation changes memory.
llvm::CmpInst::Predicate change_of(const llvm::AtomicRMWInst& atomic);

}  // namespace lanewise::compiler

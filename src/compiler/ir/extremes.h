// Atomic minima and maxima that mostly leave memory as it is: a bound that many work-items try, and few move. Each
// would take the cache line for itself; so who sees first that there is nothing to change need not. For relaxed
// operations alone (OpenCL C 3.0, section 6.15.12.2, "memory_order_relaxed"): one that changes nothing may come
// anywhere in the order of a place's changes, so right behind the one that was seen.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// Not in local memory, which one thread has for itself. Not with a constant, which may be a way to read:
/// `atomic_max(p, 0)`.
bool mostly_changes_nothing(const llvm::AtomicRMWInst& atomic);

/// The comparison of its operand with what is there that tells a change.
llvm::CmpInst::Predicate change_of(const llvm::AtomicRMWInst& atomic);

}  // namespace lanewise::compiler

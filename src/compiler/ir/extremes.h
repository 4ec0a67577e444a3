// Recognizes atomic minima and maxima that mostly leave memory unchanged, such as a bound that many work-items try to
// improve and few do. Each atomic would take exclusive ownership of the cache line. Compiled code therefore loads the
// value first, and skips the atomic if it would change nothing. Only relaxed operations allow this (OpenCL C 3.0,
// section 6.15.12.2, "memory_order_relaxed"). An operation that changes nothing may stand anywhere in the modification
// order of its location, so also directly after the change whose value was loaded.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// True for relaxed minima and maxima. False in local memory, which only one thread accesses. False for a constant
/// operand: the operation may serve as a load, as in `atomic_max(p, 0)`.
bool mostly_changes_nothing(const llvm::AtomicRMWInst& atomic);

/// Returns the predicate that, between the operand and the loaded value, is true if the operation changes memory.
llvm::CmpInst::Predicate change_of(const llvm::AtomicRMWInst& atomic);

}  // namespace lanewise::compiler

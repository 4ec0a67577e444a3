// Recognizes atomic minima and maxima that mostly leave memory unchanged. An example is a bound that many work-items
// try to improve, but that only few of them improve. Each atomic operation would take exclusive ownership of the cache
// line. Compiled code therefore loads the value first, and skips the atomic operation if the operation would change
// nothing. Only relaxed operations allow this (OpenCL C 3.0, section 6.15.12.2, "memory_order_relaxed"). A relaxed
// operation that changes nothing may have any position in the modification order of its location. The position directly
// after the loaded value is therefore valid.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Instructions.h>

namespace lanewise::compiler {

/// True for relaxed minima and maxima. False for operations on local memory, since only one thread accesses the local
/// memory of a work-group. False if the operand is constant, since the program may use the operation as a load, as in
/// `atomic_max(p, 0)`.
bool mostly_changes_nothing(const llvm::AtomicRMWInst& atomic);

/// Returns the predicate for which `icmp predicate operand, loaded` is true if the operation changes memory.
llvm::CmpInst::Predicate change_of(const llvm::AtomicRMWInst& atomic);

}  // namespace lanewise::compiler

// Finds out whether running work-items may communicate by other means than barriers.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// True if the function has atomics, fences, or volatile accesses to memory that other work-items see. Programs use
/// these operations, mostly with the relaxed order of OpenCL C 1.x (section 6.15.12.7), to protect plain memory
/// accesses. Relaxed order permits optimizations that break such programs. For example, a sum that a lock protects may
/// stay in a register during the loop that acquires the lock.
bool may_communicate(const llvm::Function& function);

}  // namespace lanewise::compiler

// Tells whether work-items may communicate while they run, other than by barriers.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether the function has atomics, fences, or volatile accesses to memory that other work-items see. Programs guard
/// plain memory by these, mostly in the relaxed order of OpenCL C 1.x (section 6.15.12.7). This order permits
/// optimizations that would break such programs: a sum kept in a register through the loop that takes its lock.
bool may_communicate(const llvm::Function& function);

}  // namespace lanewise::compiler

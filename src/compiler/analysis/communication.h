// Whether work-items may tell each other something while they run, other than by barriers.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether the function has atomics, fences, or volatile accesses to memory that others see. Programs guard plain
/// memory by these, mostly in the relaxed order of OpenCL C 1.x (section 6.15.12.7), which allows what would break
/// them: a sum kept in a register through the loop that takes its lock.
bool may_communicate(const llvm::Function& function);

}  // namespace lanewise::compiler

// Estimates the cost of masks: `k.tail` does the same as `k.full`, and besides tells live lanes from others. If that is
// little beside the kernel's own work, `k.tail` may run full chunks, too, and half of the code need not be made.
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether `tail` runs full chunks as fast as `full`, on a target whose instructions take masks. In every loop, the
/// instructions that masks add, and those that take a mask only because of the tail, must be few beside those that are
/// likely to run. Both are functions that widen() made of one kernel. `register_bits`: see code_size().
bool masks_cost_little(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

/// Returns the time of a chunk by `tail`, in per cent of its time by `full`, on a target without mask registers.
/// Operations without a masked instruction go lane by lane there, over all lanes.
unsigned cost_of_partial_chunk(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

}  // namespace lanewise::compiler

// Estimates the cost of masks. `k.tail` computes the same as `k.full`, but also masks lanes that are not live. If masks
// are little work beside the kernel's own, `k.tail` may run full chunks, too, and `k.full` need not be made.
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether `tail` runs full chunks as fast as `full`, on a target with mask registers. In every loop, the instructions
/// that masks add, and those that take a mask only in `tail`, must be few compared with all likely instructions.
/// widen() must have made both functions from the same kernel. `register_bits`: see code_size().
bool masks_cost_little(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

/// Returns the time of a chunk by `tail`, in per cent of its time by `full`, on a target without mask registers.
/// Operations that the target cannot mask run lane by lane there, over all lanes.
unsigned cost_of_partial_chunk(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

}  // namespace lanewise::compiler

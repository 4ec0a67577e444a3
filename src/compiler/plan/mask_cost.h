// Estimates the cost of masks. `k.tail` computes the same results as `k.full`, but also masks lanes that are not live.
// If these masks take little work, compared with the rest of the kernel, `k.tail` also runs full chunks, and `k.full`
// is not needed. Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether `tail` runs full chunks as fast as `full`, on a target with mask registers. This is so if few instructions
/// in each loop of `tail` compute masks, or have a mask that they do not have in `full`. Unlikely blocks are not
/// counted. Both functions must be made by widen() from the same kernel. `register_bits`: see code_size().
bool masks_cost_little(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

/// Returns the time of `tail` for one chunk, in per cent of the time of `full`, on a target without mask registers. In
/// `tail`, operations that the target cannot mask run lane by lane, also for inactive lanes.
unsigned cost_of_partial_chunk(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

}  // namespace lanewise::compiler

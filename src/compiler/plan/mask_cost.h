// What masks cost a kernel: `k.tail` does what `k.full` does, and besides tells live lanes from others. Where
// that is lost in the kernel's own work, `k.tail` may run full chunks too, and half of the code need not be made.
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

namespace lanewise::compiler {

/// Whether full chunks are run by `tail` as fast as by `full`, on a target whose instructions take masks: in
/// every loop the instructions that masks add, and those that take one only because of the tail, are few beside those
/// that are likely to run.
/// Both are functions as widen() made them of one kernel. `register_bits`: see code_size().
bool masks_cost_little(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

/// What a chunk takes by `tail`, in per cent of what it takes by `full`, on a target without registers for masks: what
/// has no instruction with a mask goes lane by lane there, all lanes of it.
unsigned cost_of_partial_chunk(llvm::Function& full, llvm::Function& tail, unsigned register_bits);

}  // namespace lanewise::compiler

// Recognizes atomics that a chunk executes as one atomic for all lanes. All lanes use the same address. The old values
// that the atomic returns are unused, or each lane's old value follows from a prefix sum over the lanes
// (`list[atomic_inc(&count)] = x`).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

bool is_joined(const llvm::AtomicRMWInst& atomic, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

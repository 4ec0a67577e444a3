// Which atomics a chunk does in one step for all of its lanes: those that go to one place, and whose old values are not
// asked for or follow from the lanes' running sums (`list[atomic_inc(&count)] = x`).
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Instructions.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

bool is_joined(const llvm::AtomicRMWInst& atomic, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

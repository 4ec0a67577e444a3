// Finds the dimensions along which all work-groups of a kernel have one work-item. With several, the work-items would
// race: each stores a value of its own at the same place in local memory.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether groups have one work-item along the dimension of `shapes`. For a canonical kernel, whose work-items diverge
/// at branches only.
bool has_single_items(const llvm::Function& kernel, const ShapeInfo& shapes, const llvm::DominatorTree& dominators);

}  // namespace lanewise::compiler

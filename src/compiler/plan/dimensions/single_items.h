// Finds the dimensions along which all work-groups of a kernel have one work-item. The proof is a store with which each
// work-item writes a different value to the same address in local memory. With several work-items along the dimension,
// this store would be a data race.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether groups have one work-item along the dimension of `shapes`. Needs a canonical kernel, in which work-items
/// diverge only at branches.
bool has_single_items(const llvm::Function& kernel, const ShapeInfo& shapes, const llvm::DominatorTree& dominators);

}  // namespace lanewise::compiler

// Finds the dimensions along which all work-groups of a kernel have one work-item. Proof: each work-item stores a value
// of its own at the same address in local memory, so with several work-items along the dimension the stores would race.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether groups have one work-item along the dimension of `shapes`. For a canonical kernel, whose work-items diverge
/// only at branches.
bool has_single_items(const llvm::Function& kernel, const ShapeInfo& shapes, const llvm::DominatorTree& dominators);

}  // namespace lanewise::compiler

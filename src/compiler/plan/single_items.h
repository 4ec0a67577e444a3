// The dimensions along which all work-groups of a kernel have one work-item, or else its work-items would race: each
// stores a value of its own at the same place in local memory.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Dominators.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether that is so of the dimension that `shapes` are along. For a canonical kernel, in which conditions that part
/// its work-items are branches.
bool has_single_items(const llvm::Function& kernel, const ShapeInfo& shapes, const llvm::DominatorTree& dominators);

}  // namespace lanewise::compiler

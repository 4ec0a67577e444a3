// Whether lanes keep stacks of their own in private arrays: what a loop that they leave one by one stores there at one
// index, and loads at another, which move differently from lane to lane (searches in trees, backtracking, sorting by
// parts). Such steps scatter and gather, what was scattered comes too late for the gather behind it, and where there
// are loops in these loops lanes wait for each other most of the time.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether a kernel has so many of these, or loops beside them, that one lane is faster.
bool has_costly_stacks(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

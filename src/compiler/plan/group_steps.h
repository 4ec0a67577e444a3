// Detects work-groups in which each work-item processes a row of its own between barriers, as in factorization,
// inversion and solution of small matrices. Between two barriers of an outer loop, inner loops load and store a row
// element by element. Lanes would gather and scatter there, one element of each row at a time, and half of the lanes
// would idle in triangles.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether inner loops between barriers are faster with one work-item after another than with `lanes`, in a linearized
/// kernel. Only for targets whose gathers consist of single loads.
bool steps_along_rows(llvm::Function& linearized, const llvm::LoopInfo& loops, unsigned lanes, const ShapeInfo& shapes);

/// Whether only some work-items of a group are active between two barriers of a loop, and their number changes with
/// each iteration. Detected by masks that compare ids with the loop's counter.
bool steps_leave_idle(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

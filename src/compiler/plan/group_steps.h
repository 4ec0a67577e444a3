// Detects work-groups whose work-items step together, each along a row of its own, as small matrices are factorized,
// inverted and solved. Between two barriers of a loop there are loops that load and store a row element by element.
// Lanes gather and scatter there, one element of each row at a time, and in triangles half of them idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Whether such steps are faster one work-item after another, in a linearized kernel with `lanes`. Gathers must be made
/// of loads.
bool steps_along_rows(llvm::Function& linearized, const llvm::LoopInfo& loops, unsigned lanes, const ShapeInfo& shapes);

/// Whether only some of a group's work-items are active between two barriers of a loop, fewer or more from step to
/// step. Masks there compare ids with the loop's counter.
bool steps_leave_idle(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

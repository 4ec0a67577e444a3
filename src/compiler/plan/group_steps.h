// Detects work-groups in which each work-item processes a row of its own between barriers, as in factorization,
// inversion and solution of small matrices. Between two barriers of an outer loop, inner loops load and store a row
// element by element. With lanes, these loops would gather and scatter one element of each row at a time. In triangular
// matrices, half of the lanes would also idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

/// Whether the inner loops between barriers of a linearized kernel are faster in scalar code than with `lanes` lanes.
/// Valid only for targets on which a gather costs as much as the single loads that it replaces.
bool steps_along_rows(llvm::Function& linearized, const llvm::LoopInfo& loops, const ShapeInfo& shapes,
                      const VectorIsa& isa);

/// Whether only some work-items of a group are active between two barriers of a loop, and their number changes in each
/// iteration. The detection looks for masks that compare ids with the loop's counter.
bool steps_leave_idle(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

// Whether work-groups go through steps together in which each work-item goes along a row of its own, as small matrices
// are factorized, inverted and solved: between two barriers of a loop there are loops that load and store a row element
// by element. Lanes gather and scatter there, one element of each row at a time, and in triangles half of them idle.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Whether such steps take less time one work-item after another; of a linearized kernel with `lanes`, where gathers
/// are made of loads.
bool steps_along_rows(llvm::Function& linearized, const llvm::LoopInfo& loops, unsigned lanes, const ShapeInfo& shapes);

/// Whether a part of a group's work-items, fewer or more from step to step, takes part in what lies between two
/// barriers of a loop: masks compare ids with what the loop counts.
bool steps_leave_idle(llvm::Function& linearized, const ShapeInfo& shapes);

}  // namespace lanewise::compiler

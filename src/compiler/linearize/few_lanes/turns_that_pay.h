// How few lanes must be left for an arm that they had better go through it one by one.
//
// Both ways are estimated in quarters of a cycle: of one lane what its instructions take to begin, or what the chains
// of its loops take to end; of all lanes what their registers take, each access that lies apart lane by lane.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/linearize/few_lanes/arm.h"

namespace lanewise::compiler {

struct Lanes {
    unsigned number = 1;
    unsigned register_bits = 512;
};

/// The most lanes whose turns take no longer than all lanes together; 0 where there is little in the arm.
unsigned turns_that_pay(const Arm& arm, const llvm::LoopInfo& loops, const Uniformity& uniformity,
                        const ShapeInfo& shapes, const Lanes& lanes);

}  // namespace lanewise::compiler

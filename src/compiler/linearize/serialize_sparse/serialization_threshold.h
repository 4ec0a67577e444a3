// Computes the maximum number of active lanes for which serializing a region pays.
//
// The times with and without serialization are estimated in quarters of a cycle. The time for one lane is the issue
// time of its instructions, or the latency of the dependence chains in its loops if this latency is longer. For all
// lanes together, an instruction is counted once for each register that its lanes fill, and a scattered access once for
// each lane.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/linearize/serialize_sparse/sparse_region.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct Lanes {
    unsigned number = 1;
    unsigned register_bits = 512;
    VectorIsa isa{};
};

/// Returns the maximum number of active lanes for which serializing the region takes no longer than running all lanes
/// together. Returns 0 if the region has little work.
unsigned serialization_threshold(const SparseRegion& region, const llvm::LoopInfo& loops, const Uniformity& uniformity,
                                 const ShapeInfo& shapes, const Lanes& lanes);

}  // namespace lanewise::compiler

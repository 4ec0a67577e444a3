// Computes up to how many active lanes serializing a region pays.
//
// The times of both versions are estimated in quarters of a cycle. One lane takes the issue time of its instructions,
// or the latency of the chains in its loops if that is longer. With all lanes together, an instruction counts once for
// each register that its lanes fill, and a scattered access once for each lane.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"
#include "compiler/analysis/uniformity.h"
#include "compiler/linearize/serialize_sparse/sparse_region.h"

namespace lanewise::compiler {

struct Lanes {
    unsigned number = 1;
    unsigned register_bits = 512;
};

/// Returns the maximum number of lanes whose turns take no longer than all lanes together; 0 if the region has little
/// work.
unsigned serialization_threshold(const SparseRegion& region, const llvm::LoopInfo& loops, const Uniformity& uniformity,
                                 const ShapeInfo& shapes, const Lanes& lanes);

}  // namespace lanewise::compiler

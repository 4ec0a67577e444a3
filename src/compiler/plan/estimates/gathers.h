// Counts the gathers of a loop, its atomics that lanes execute one after another, and its other work.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct GatherCounts {
    unsigned gathers = 0;  // loads that gather, and atomics that count as gathers
    unsigned work = 0;     // all operations that count as work (is_work)

    /// Whether there are at least `fewest` gathers, and gathers are at least `share` per cent of the work.
    bool are_most(unsigned fewest, unsigned share) const { return gathers >= fewest && gathers * 100 >= work * share; }
};

/// Counts the gathers of `loop`. `of_narrow`: number of gathers that cost as much as a look-up of less than 32 bits.
GatherCounts count_gathers(const llvm::Loop& loop, const ShapeInfo& shapes, const VectorIsa& isa,
                           unsigned of_narrow = 1);

}  // namespace lanewise::compiler

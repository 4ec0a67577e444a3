// Counts the gathers of a loop, and what lanes do in turn, beside its other work.
//
// Thread-safety: pure functions.
#pragma once

#include <llvm/Analysis/LoopInfo.h>

#include "compiler/analysis/shapes/shape.h"
#include "compiler/target/vector_isa.h"

namespace lanewise::compiler {

struct GatherCounts {
    unsigned gathers = 0;  // loads that gather, and what counts as much
    unsigned work = 0;     // all operations

    /// Whether gathers are at least `fewest`, and `share` per cent of the work.
    bool are_most(unsigned fewest, unsigned share) const { return gathers >= fewest && gathers * 100 >= work * share; }
};

/// `of_narrow`: gathers that a look-up of less than a word counts as.
GatherCounts count_gathers(const llvm::Loop& loop, const ShapeInfo& shapes, const VectorIsa& isa,
                           unsigned of_narrow = 1);

}  // namespace lanewise::compiler

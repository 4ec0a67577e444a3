// Detects lanes that each walk through memory along a row of its own. The elements of a lane in consecutive iterations
// of a loop are adjacent, those of neighbouring lanes are far apart. Every lane then keeps a cache line for each such
// access. Rows are often a power of two bytes apart, and few such lines fit in the first-level cache, so that more
// lanes than fill a vector evict each other's. Bytes and shorts suffer less, since a line holds more of them.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Accesses that are made in blocks of a row (linearize/strided_streams/transpose_streams.h).
struct BlockedAccesses {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> all{};
    /// Loads among them of so few bytes that lines are read once and whole, with any number of lanes.
    llvm::SmallPtrSet<const llvm::Instruction*, 8> thin_loads{};
};

/// Whether a linearized kernel has such streams. Its thin blocked loads do not count.
bool has_strided_streams(llvm::Function& linearized, const ShapeInfo& shapes, const BlockedAccesses& blocked);

/// Whether it has streams whose lines so many lanes evict from Zen 3's cache. Loads of less than words do not count,
/// nor rows whose known distance leaves all lines a place.
bool loses_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes, unsigned lanes);

}  // namespace lanewise::compiler

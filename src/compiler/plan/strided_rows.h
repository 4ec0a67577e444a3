// Detects lanes that each go along a row of their own in memory (strided streams). The elements of a lane in
// consecutive iterations are adjacent, and the elements of neighbouring lanes are far apart. Every lane then needs a
// cache line for each such access. Rows are often a power of two bytes apart, and few such lines fit into the
// first-level cache. With more lanes than fill a vector, lanes therefore evict each other's lines. Bytes and shorts
// suffer less, since a line holds more of them.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Accesses that are transposed in blocks of a row (linearize/strided_streams/transpose_streams.h).
struct BlockedAccesses {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> all{};
    /// Blocked loads of elements so small that each line is read once and whole, with any number of lanes.
    llvm::SmallPtrSet<const llvm::Instruction*, 8> thin_loads{};
};

/// Whether a linearized kernel has strided streams, apart from thin blocked loads.
bool has_strided_streams(llvm::Function& linearized, const ShapeInfo& shapes, const BlockedAccesses& blocked);

/// Whether a linearized kernel has strided streams whose lines are evicted from Zen 3's cache with `lanes` lanes. Loads
/// of less than 32 bits are ignored, and so are rows at a known distance for which all lines fit.
bool loses_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes, unsigned lanes);

}  // namespace lanewise::compiler

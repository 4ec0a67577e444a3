// Detects loops in which each lane iterates over a row of its own in memory (strided streams). The elements of a lane
// in consecutive iterations are adjacent, and the elements of neighbouring lanes are far apart. Each lane then needs a
// cache line of its own for each strided stream. Rows are often a power of two bytes apart, so their lines map to few
// sets of the first-level cache. With more lanes than fill a register, lanes therefore evict each other's lines. If
// the elements are bytes or shorts, a line serves more iterations, so evictions cost less.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"

namespace lanewise::compiler {

/// Accesses of strided streams that are made in blocks and transposed (linearize/strided_streams/transpose_streams.h).
struct BlockedAccesses {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> all{};
    /// The loads among `all` whose elements are so small that each cache line is read only once, for any number of
    /// lanes.
    llvm::SmallPtrSet<const llvm::Instruction*, 8> thin_loads{};
};

/// Whether a linearized kernel has strided streams other than `blocked.thin_loads`.
bool has_strided_streams(llvm::Function& linearized, const ShapeInfo& shapes, const BlockedAccesses& blocked);

/// Whether a linearized kernel has strided streams whose cache lines are evicted from Zen 3's cache with `lanes` lanes.
/// Ignores loads of less than 32 bits, and rows at a known distance if their lines fit into the cache.
bool loses_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes, unsigned lanes);

}  // namespace lanewise::compiler

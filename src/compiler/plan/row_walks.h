// Whether lanes go through memory each along a row of its own: what a lane comes to in the next iteration of a loop
// lies beside what it came to in this one, and what the next lane comes to far away. Every lane then keeps a line of
// the caches for each such access. Rows are often a power of two bytes apart, and few of such lines fit in the
// first-level cache: more lanes than fill a vector would drive each other's out. Bytes and shorts less than others: a
// line is as many of them.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"

namespace lanewise::compiler {

/// Accesses that are made of blocks of a row at a time (linearize/walks/block_walks.h).
struct BlockedAccesses {
    llvm::SmallPtrSet<const llvm::Instruction*, 8> all{};
    /// Loads among them of so few bytes that lines are read once, and whole, with any number of lanes.
    llvm::SmallPtrSet<const llvm::Instruction*, 8> thin_loads{};
};

/// Of a linearized kernel; but for its thin blocked loads.
bool walks_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes, const BlockedAccesses& blocked);

/// The same of rows whose lines so many lanes would drive out of the cache of Zen 3: of whole words at the least, and
/// not known to be so few bytes apart that all lines have places.
bool loses_rows_apart(llvm::Function& linearized, const ShapeInfo& shapes, unsigned lanes);

}  // namespace lanewise::compiler

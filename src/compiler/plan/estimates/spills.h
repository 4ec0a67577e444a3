// Counts spills: how often a widened kernel would store values of lanes because registers are full, and load them
// again.
//
// The count assumes that the value whose next use is farthest is evicted (L. A. Belady, "A study of replacement
// algorithms for a virtual-storage computer", 1966). A compiler does no worse in loops without branches. The count is
// not a time; it is compared with the number of operations in the same code.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Counts, in vector registers, for the code that runs most. This is the innermost loop with the most work if it is at
/// least half of the kernel's work. Otherwise it is the loop around that one if this is at least half, or else the
/// whole kernel, with each block once.
struct Spills {
    bool in_loop = false;
    std::uint64_t operations = 0;  // operations of an iteration, on whole registers
    std::uint64_t floating = 0;    // number of floating-point operations among `operations`
    std::uint64_t moved = 0;       // stores and loads of spilled values
    std::uint64_t carried = 0;     // registers of values that an iteration passes to the next
};

/// Counts spills of `linearized` with `lanes` lanes.
Spills spills_of(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes);

}  // namespace lanewise::compiler

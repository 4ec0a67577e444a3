// Counts spills: how often a widened kernel would store values of lanes that registers do not hold, and load them
// again.
//
// The count assumes that the value whose next use is farthest is evicted (L. A. Belady, "A study of replacement
// algorithms for a virtual-storage computer", 1966). A compiler's registers are no worse in loops without branches. The
// count is not a time; it is compared with the operations beside it.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shapes/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Counts, in vector registers, for the code that runs most: the innermost loop of most work, if that is most of the
/// kernel's. Else it is the loop around that one, or else all of the kernel, each piece once.
struct Spills {
    bool in_loop = false;
    std::uint64_t operations = 0;  // of an iteration, on whole registers
    std::uint64_t floating = 0;    // floating-point ones among these
    std::uint64_t moved = 0;       // stores and loads of spilled values
    std::uint64_t carried = 0;     // registers that an iteration hands to the next one
};

/// Counts spills of `linearized` with `lanes` lanes.
Spills spills_of(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes);

}  // namespace lanewise::compiler

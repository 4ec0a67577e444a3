// What values of lanes cost that the registers do not hold: how often a widened kernel would store and load them again.
//
// As if by Belady's rule (L. A. Belady, "A study of replacement algorithms for a virtual-storage computer", 1966): who
// needs a register takes that of the value that is wanted last. A compiler's registers are no worse in loops without
// branches, and what is counted here is no time, but compared with the operations beside it.
//
// Thread-safety: pure function.
#pragma once

#include <llvm/IR/Function.h>

#include "compiler/analysis/shape.h"
#include "lanewise/target.h"

namespace lanewise::compiler {

/// Of what runs most: the innermost loop of most work, if that is most of the kernel's, or else the loop around it, or
/// else all of the kernel, each piece once. In vector registers.
struct Spills {
    bool in_loop = false;
    std::uint64_t operations = 0;  // of an iteration, on whole registers
    std::uint64_t floating = 0;    // of these, in floating point
    std::uint64_t moved = 0;       // of such, those that only store or load what was spilled
    std::uint64_t carried = 0;     // registers of what an iteration leaves for the next one
};

/// `linearized` with `lanes` lanes.
Spills spills_of(llvm::Function& linearized, const ShapeInfo& shapes, const Target& target, unsigned lanes);

}  // namespace lanewise::compiler
